import { Type } from "@sinclair/typebox";
import { fixed, initially, jsonOrNullColumn, wordColumn } from "../../../../db/keyed-table.ts";
import type { ProductFilter } from "../../../../db/products/lists/filter.ts";
import type { SimulatedRules } from "../../../../db/repricing/runs.ts";
import { jsonColumn, TEXT_OR_NULL } from "../../../../db/table.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { counter, hidden, id, madeAt, packed, shown, status, time } from "../../../kit/runs/fields.ts";
import { type RowOfRun, run } from "../../../kit/runs/run.ts";
import { RunReverted } from "./schema.ts";

const STATUSES = ["processing", "completed", "failed"] as const;
/** The states of a run; one that needs an approval waits for it first, as long as its simulation is there. */
export const RUN_STATUSES = [...STATUSES, "awaiting_approval", "rejected", "expired"] as const;
const STARTERS = ["user", "api_key", "operator", "console", "system"] as const;
const TRIGGERS = ["manual", "schedule"] as const;

/** What a run goes by: the rules as they were when it began; of a schedule also the names of rules that it leaves out. */
export interface RunPlan {
  simulationId: string | null;
  /** `null`: what the simulation found. */
  filter: ProductFilter | null;
  rules: SimulatedRules;
  leftOut: string[];
}

export const REVERT_STATUSES = [...STATUSES, "cancelled"] as const;
/** How far a run is taken back. */
export interface RunRevert {
  /** Of its record; `null`: it was done at once. */
  id: string | null;
  status: (typeof REVERT_STATUSES)[number];
  reverted: number;
  /** How many were passed over for which reason. */
  skipReasons: Record<string, number>;
}

export const skippedOf = (skipReasons: Record<string, number>): number =>
  Object.values(skipReasons).reduce((sum, each) => sum + each, 0);

export const revertBody = ({ id: revertId, status: state, reverted, skipReasons }: RunRevert) => ({
  id: revertId,
  status: state,
  reverted,
  skipped: skippedOf(skipReasons),
  skip_reasons: skipReasons,
});

/** Prices that rules change. */
export const RepricingRuns = run({
  table: "repricing_run",
  noun: "run",
  fields: {
    id,
    status: status(RUN_STATUSES),
    triggeredBy: shown(fixed(wordColumn(TRIGGERS)), { trigger: [oneOf(TRIGGERS)] }),
    evaluated: counter("evaluated"),
    changed: counter("changed"),
    skipped: counter("skipped"),
    skipReasons: shown(initially(jsonColumn<Record<string, number>>(), {}), {
      skip_reasons: [
        Type.Record(Type.String(), Type.Integer(), { description: "Number of skipped products by reason." }),
      ],
    }),
    /** `null`: it was not requested. */
    revert: shown(hidden<RunRevert | null>(jsonOrNullColumn<RunRevert>(), null), {
      revert: [
        orNull(
          Type.Object({
            id: orNull(Uuid, "Leads to `/prices/repricing/reverts/{job_id}`. Null: it was done at once."),
            status: oneOf(REVERT_STATUSES),
            ...RunReverted.properties,
          }),
          "Progress of its last revert. Null if none was started.",
        ),
        (revert) => revert && revertBody(revert),
      ],
    }),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
    starterKind: fixed(wordColumn(STARTERS)),
    starterId: shown(fixed(TEXT_OR_NULL), {
      started_by: [orNull(Uuid, "The user or API key that started it. Null: the schedule.")],
    }),
    decidedBy: shown(hidden<string | null>(TEXT_OR_NULL, null), {
      decided_by: [orNull(Uuid, "The user who has approved or rejected it. Null: it did not wait, or still does.")],
    }),
    decidedAtMs: time("decided_at"),
    simulationId: shown(fixed(TEXT_OR_NULL), {
      simulation_id: [orNull(Uuid, "The simulation whose changes it makes. Null: what its rules find when it runs.")],
    }),
    request: packed<RunPlan>({
      rule_ids: [
        Type.Array(Uuid, { description: "Its rules, as they were when it was started." }),
        ({ rules }) => rules.map(([ruleId]) => ruleId),
      ],
    }),
  },
  moves: {
    approve: { from: ["awaiting_approval"], to: "processing" },
    reject: { from: ["awaiting_approval"], to: "rejected" },
    expire: { from: ["awaiting_approval"], to: "expired" },
    complete: { from: ["processing"], to: "completed" },
    fail: { from: ["processing"], to: "failed" },
  },
  working: "processing",
  ended: ["completed", "failed", "rejected", "expired"],
});
export type RepricingRun = RowOfRun<typeof RepricingRuns>;
