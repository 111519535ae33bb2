import { Type } from "@sinclair/typebox";
import type { SyncScope } from "../../db/connectors/pushed-products.ts";
import { fixed, initially, wordColumn } from "../../db/keyed-table.ts";
import { jsonColumn, NUMBER_OR_NULL, TEXT } from "../../db/table.ts";
import { orNull, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { counter, id, madeAt, note, shown, status, time } from "../kit/runs/fields.ts";
import { lifecycleOf } from "../kit/runs/lifecycle.ts";
import { type RowOfRun, run } from "../kit/runs/run.ts";

export const SYNC_TYPES = ["push_products", "pull_products", "push_stock", "push_prices", "pull_orders"] as const;
export type SyncType = (typeof SYNC_TYPES)[number];
const TRIGGERS = ["manual", "webhook", "live", "schedule"] as const;
/** Those of what runs as a job of its own: one of a kind at a time. */
export const RUN_TRIGGERS = ["manual", "schedule"] as const satisfies readonly (typeof TRIGGERS)[number][];

/** What a connector has done, or does: its options, the platform's reports, and its schedule. */
export const SyncJobs = run({
  table: "sync_job",
  noun: "sync job",
  fields: {
    id,
    connectorId: shown(fixed(TEXT), { connector_id: [Uuid] }),
    jobType: shown(fixed(wordColumn([...SYNC_TYPES, "webhook", "live"])), {
      job_type: [Type.String({ examples: ["push_products"] })],
    }),
    status: status(["processing", "completed", "failed"]),
    trigger: shown(fixed(wordColumn(TRIGGERS)), { trigger: [oneOf(TRIGGERS)] }),
    /** Which products. */
    scope: fixed(initially(jsonColumn<SyncScope>(), {})),
    total: shown(fixed(initially(NUMBER_OR_NULL, null)), {
      total: [
        orNull(Type.Integer(), "Products that it was begun for; null: not counted. Each ends in one of the counts."),
      ],
    }),
    pushed: counter("pushed"),
    pulled: counter("pulled", "Products that were created."),
    updated: counter("updated"),
    errors: counter("errors"),
    skipped: counter("skipped"),
    errorMessage: note("error_message"),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
  },
  moves: {
    complete: { from: ["processing"], to: "completed" },
    fail: { from: ["processing"], to: "failed" },
  },
  working: "processing",
  ended: ["completed", "failed"],
});
export type SyncJob = RowOfRun<typeof SyncJobs>;
/** How many products a synchronisation has met, by what became of them. */
export type SyncCounts = Pick<SyncJob, "pushed" | "pulled" | "updated" | "errors" | "skipped">;

export const lifecycle = lifecycleOf("connectors.sync", SyncJobs);
