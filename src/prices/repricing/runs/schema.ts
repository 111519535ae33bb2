import { type Static, Type } from "@sinclair/typebox";
import { idParams, maybe, orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { SizedPageQuery } from "../../../http/input/page-size.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { FILTER_NAMES } from "../../../products/lists/filter-schema.ts";
import { readFilterBody } from "../../../products/lists/read-filter-body.ts";
import { TIMING_FIELDS } from "../../../schedules/timing-fields.ts";
import type { RepricingScope } from "../rules/evaluate.ts";
import { Plans, Skips } from "./bodies.ts";

// Deleted products have no price to be changed.
const NAMES = FILTER_NAMES.filter((name) => name !== "include_deleted");
const SCOPE = {
  rule_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 500, description: "Default: all active rules." })),
  product_ids: Type.Optional(
    Type.Array(Uuid, { minItems: 1, maxItems: 5000, description: "Default: all products that `filters` leave." }),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Combined with AND; values of a list are alternatives (OR). Names: ${NAMES.join(", ")}.`,
      examples: [{ brand: "Acme", is_active: true }],
    }),
  ),
};
export const SimulateInput = Type.Object(SCOPE, { examples: [{}] });
export const RunInput = Type.Object(
  {
    ...SCOPE,
    simulation_id: maybe(
      Uuid,
      "Apply exactly the changes of this simulation that are still valid; instead of the other fields.",
    ),
  },
  { examples: [{}] },
);

const distinct = (ids: readonly string[] | undefined) => (ids ? [...new Set(ids)] : null);

/** What a body asks to be repriced. Throws VALIDATION_FAILED for a filter that is unknown or wrong. */
export function scopeOf(body: Static<typeof SimulateInput>): RepricingScope {
  const filter = readFilterBody(body.filters ?? {});
  if (filter.includeDeleted !== undefined) {
    const problem = { type: "invalid_value", key: "validation.unknown_field" } as const;
    throw invalidBody([{ field: "filters.include_deleted", ...problem }]);
  }
  const wanted = body.product_ids && new Set(body.product_ids);
  const ids = wanted && (filter.ids?.filter((id) => wanted.has(id)) ?? [...wanted]);
  return { ruleIds: distinct(body.rule_ids), filter: ids ? { ...filter, ids } : filter };
}

export const SimulationParams = idParams({ simulation_id: "simulation" });
export const SimulationBody = Type.Object({
  simulation_id: Uuid,
  evaluated: Type.Integer(),
  changes: Type.Array(Plans.Body, { description: "At most 1,000; a run makes them all." }),
  skipped: Type.Array(Skips.Body, { description: "At most 1,000." }),
  truncated: Type.Boolean({ description: "Whether there are more changes or skipped products than shown." }),
  expires_at: Time,
});

export const RunStarted = Type.Object({ id: Uuid, status: Type.String({ examples: ["processing"] }) });
export const RunReverted = Type.Object({
  reverted: Type.Integer(),
  skipped: Type.Integer(),
  skip_reasons: Type.Record(Type.String(), Type.Integer(), { description: "Number of skipped prices by reason." }),
});
export const RunParams = Type.Object({ run_id: Type.String({ format: "uuid", description: "Id of the run." }) });

const Day = Type.String({ format: "date-time", maxLength: 40, examples: ["2026-11-21T10:00:00Z"] });
export const HistoryQuery = Type.Object({
  ...SizedPageQuery.properties,
  product_id: Type.Optional(Type.String({ format: "uuid" })),
  rule_id: Type.Optional(Type.String({ format: "uuid" })),
  run_id: Type.Optional(Type.String({ format: "uuid" })),
  date_from: Type.Optional(Day),
  date_to: Type.Optional(Day),
});
export const ChangeParams = idParams({ change_id: "change" });
export const RevertInput = Type.Optional(
  Type.Object(
    {
      force: Type.Optional(
        Type.Boolean({
          description: "Also if the price has changed since, or is below today's MAP or cost. Default false.",
        }),
      ),
    },
    { examples: [{ force: false }] },
  ),
);

export const RunRevertInput = Type.Optional(
  Type.Object(
    {
      force: Type.Optional(
        Type.Boolean({ description: "Also below today's MAP or cost. Prices that changed since stay. Default false." }),
      ),
      background: Type.Optional(
        Type.Boolean({ description: "As a run of its own, also where there are few prices. Default false." }),
      ),
    },
    { examples: [{ force: false }] },
  ),
);

const Emails = Type.Array(Type.String({ format: "email", maxLength: 254 }), { maxItems: 20 });
const { schedule_type, cron_expression, interval_minutes, timezone } = TIMING_FIELDS;
export const ScheduleInput = Type.Object({
  is_active: Type.Optional(Type.Boolean({ description: "Default false." })),
  schedule_type: Type.Optional(schedule_type.input),
  cron_expression: Type.Optional(cron_expression.input),
  interval_minutes: Type.Optional(interval_minutes.input),
  timezone: Type.Optional(timezone.input),
  notification_emails: Type.Optional(Emails),
});
export const ScheduleBody = Type.Object({
  is_active: Type.Boolean(),
  schedule_type: schedule_type.output,
  cron_expression: orNull(Type.String()),
  interval_minutes: orNull(Type.Integer()),
  timezone: Type.String(),
  notification_emails: Type.Array(Type.String()),
});
