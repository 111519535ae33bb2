import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { readFilterBody } from "../../products/lists/read-filter-body.ts";
import { microsecondsOf } from "../../text/instant.ts";
import { modeOf } from "../enrichment/apply/decide-values.ts";
import type { BatchFields } from "./batch-body.ts";
import type { NewBatch } from "./enrichment-batch.ts";

const PRIORITIES = { low: 3, normal: 5, high: 8 } as const;
const LATE_MS = 60_000;
const MICROS = 1_000_000;

function scheduleOf(text: string | null | undefined, nowMs: number): { ms: number | null } | FieldProblem {
  if (text === null || text === undefined) return { ms: null };
  const us = microsecondsOf(text);
  if (us === undefined) return { field: "scheduled_at", type: "invalid_format", key: "validation.date_time" };
  const ms = Math.floor(us / 1000);
  return ms < nowMs - LATE_MS ? { field: "scheduled_at", type: "invalid_value", key: "enrichment.past" } : { ms };
}

/** What a request says of a new batch. Throws VALIDATION_FAILED. */
export function readBatch(fields: BatchFields, nowMs: number) {
  const schedule = scheduleOf(fields.scheduled_at, nowMs);
  if ("field" in schedule) throw invalidBody([schedule]);
  const { priority = 5, filters = {} } = fields;
  const budget = fields.maxBudget ?? fields.max_budget ?? null;
  return {
    filter: readFilterBody(filters),
    batch: {
      name: fields.name.trim(),
      description: fields.description ?? null,
      filters,
      types: [...new Set(fields.enrichmentTypes ?? fields.enrichment_types ?? ["all"])] as string[],
      autoApply: modeOf(fields.auto_apply),
      overwrite: fields.overwrite ?? false,
      priority: typeof priority === "number" ? priority : PRIORITIES[priority],
      reuse: fields.reuse ?? false,
      maxBudgetMicros: budget === null ? null : Math.max(1, Math.round(budget * MICROS)),
      scheduledAtMs: schedule.ms,
    } satisfies Partial<NewBatch>,
  };
}
