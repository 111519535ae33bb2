import { Type } from "@sinclair/typebox";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { fixed, initially } from "../../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import type { ProductFilter } from "../../../../db/products/lists/filter.ts";
import { insertMovedProducts } from "../../../../db/repricing/replays.ts";
import { jsonColumn, NUMBER } from "../../../../db/table.ts";
import { Time, Uuid } from "../../../http/input/fields.ts";
import { counter, hidden, id, madeAt, note, packed, shown, status, time } from "../../../kit/runs/fields.ts";
import { lifecycleOf } from "../../../kit/runs/lifecycle.ts";
import { AT_ONCE, type RowOfRun, run } from "../../../kit/runs/run.ts";
import { isoOfMs } from "../../../text/instant.ts";
import type { Rule } from "../rules/decide.ts";
import type { RepricingScope } from "../rules/evaluate.ts";
import { engineRule } from "../rules/rule.ts";
import { rulesOf } from "../rules/rules-of.ts";
import type { Moves, Tally } from "./replay-product.ts";

const DAY_MS = 86_400_000;
const HUNDRED = 100;

/** What is replayed: the rules as they were when it began. */
interface ReplayPlan {
  filter: ProductFilter;
  rules: Rule[];
}

interface ReplayDay extends Moves {
  atMs: number;
}

const Days = Type.Array(
  Type.Object({
    at: { ...Time, description: "When the rules were run that day." },
    changes: Type.Integer(),
    raised: Type.Integer(),
    lowered: Type.Integer(),
  }),
  { description: "One run a day, at the time of day of `since`." },
);

/** What rules would have done to prices since a day, one run a day. */
export const RepricingReplays = run({
  table: "repricing_replay",
  noun: "replay",
  fields: {
    id,
    status: status(["processing", "completed", "failed", "cancelled"]),
    sinceMs: shown(fixed(NUMBER), { since: [Time, isoOfMs] }),
    request: packed<ReplayPlan>({ rule_ids: [Type.Array(Uuid), ({ rules }) => rules.map((rule) => rule.id)] }),
    evaluated: counter("evaluated", "Products looked at."),
    moved: counter("moved", "Prices that would have changed, own ones and those of lists."),
    days: shown(hidden<ReplayDay[]>(jsonColumn<ReplayDay[]>(), []), {
      days: [Days, (days: ReplayDay[]) => days.map(({ atMs, ...moves }) => ({ at: isoOfMs(atMs), ...moves }))],
    }),
    /** Hundredths of a percent, of those that had a price. */
    movedBy: shown(hidden<[sum: number, count: number]>(jsonColumn(), [0, 0]), {
      average_change_pct: [
        Type.Number({ description: "From the first to the last day, of prices that would have changed." }),
        ([sum, count]: [number, number]) => (count === 0 ? 0 : Math.round(sum / count) / HUNDRED),
      ],
    }),
    skipReasons: shown(initially(jsonColumn<Record<string, number>>(), {}), {
      skip_reasons: [
        Type.Record(Type.String(), Type.Integer(), { description: "How often a price was left on a day, by reason." }),
      ],
    }),
    error: note("error"),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
  },
  ...AT_ONCE,
});
export type RepricingReplay = RowOfRun<typeof RepricingReplays>;
export const lifecycle = lifecycleOf("repricing-replay", RepricingReplays);
/** A change of them by its name, as threads find it. */
export const { move: moveReplay } = lifecycle;

/** When the rules of a replay are run: daily from its first moment until one. */
export const momentsOf = (sinceMs: number, untilMs: number): number[] =>
  Array.from({ length: Math.floor((untilMs - sinceMs) / DAY_MS) + 1 }, (_, day) => sinceMs + day * DAY_MS);

/** Begins a replay, of rules that may be switched off. Throws VALIDATION_FAILED for an unknown one. */
export const beginReplay = mutation(
  "repricing.begin-replay",
  async (tx, { scope, sinceMs }: { scope: RepricingScope; sinceMs: number }, { now, newId }) => {
    const rules = (await rulesOf(tx, scope.ruleIds)).map(engineRule);
    const days = momentsOf(sinceMs, now()).map((atMs) => ({ atMs, changes: 0, raised: 0, lowered: 0 }));
    const request = { filter: scope.filter, rules };
    const made = { id: newId(), sinceMs, request, days, startedAtMs: now() };
    const row = await RepricingReplays.table.insert(tx, made);
    await enqueue(tx, "repricing.replay", { replayId: row.id }, { now, newId }, { uid: row.id, queue: "bulk" });
    return row;
  },
);

const sum = (one: Record<string, number>, other: Record<string, number | undefined>) => {
  const total = { ...one };
  for (const [name, count] of Object.entries(other)) total[name] = (total[name] ?? 0) + (count ?? 0);
  return total;
};

/** Adds a part of a replay: what became of some products. Answers whether it goes on. */
export const noteReplayed = mutation(
  "repricing.note-replayed",
  async (tx, { id: replayId, evaluated, tally }: { id: string; evaluated: number; tally: Tally }): Promise<boolean> => {
    const row = await RepricingReplays.find(tx, replayId);
    if (row?.status !== "processing") return false;
    const { moved } = tally;
    await insertMovedProducts(
      tx,
      replayId,
      moved.map((each, index) => ({ ...each, place: row.moved + index + 1 })),
    );
    const shares = moved.flatMap(({ startCents, endCents }) =>
      startCents ? [Math.round(((endCents - startCents) * HUNDRED * HUNDRED) / startCents)] : [],
    );
    const [total, count] = row.movedBy;
    await RepricingReplays.table.update(tx, {
      ...row,
      evaluated: row.evaluated + evaluated,
      moved: row.moved + moved.length,
      movedBy: [shares.reduce((all, each) => all + each, total), count + shares.length],
      skipReasons: sum(row.skipReasons, tally.skips),
      days: row.days.map(({ atMs, changes, raised, lowered }, place) => ({
        atMs,
        changes: changes + (tally.days[place]?.changes ?? 0),
        raised: raised + (tally.days[place]?.raised ?? 0),
        lowered: lowered + (tally.days[place]?.lowered ?? 0),
      })),
    });
    return true;
  },
);

export const finishReplay = mutation("repricing.finish-replay", async (tx, { id: done }: { id: string }, context) => {
  await lifecycle.settleById(tx, done, "complete", {}, context);
});

/** What a replay's job leaves when it cannot go on. */
export const failReplay = (tx: Tx, { replayId }: { replayId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, replayId, "fail", { error }, context);
