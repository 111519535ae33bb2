import { type Static, Type } from "@sinclair/typebox";
import { orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { SizedPageQuery } from "../http/input/page-size.ts";
import { TIMING_FIELDS } from "../schedules/timing-fields.ts";
import type { RepricingScope } from "./evaluate.ts";

const amount = orNull(Type.Number());
const SCOPE = {
  rule_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 500, description: "Default: all active rules." })),
  product_ids: Type.Optional(
    Type.Array(Uuid, { minItems: 1, maxItems: 5000, description: "Default: all products that `filters` leave." }),
  ),
  filters: Type.Optional(
    Type.Object({
      category_id: Type.Optional(Uuid),
      brand_id: Type.Optional(Uuid),
      supplier_id: Type.Optional(Uuid),
    }),
  ),
};
export const SimulateInput = Type.Object(SCOPE, { examples: [{}] });
export const RunInput = Type.Object(
  {
    ...SCOPE,
    simulation_id: Type.Optional(
      orNull(Uuid, "Apply exactly the changes of this simulation that are still valid; instead of the other fields."),
    ),
  },
  { examples: [{}] },
);

const distinct = (ids: readonly string[] | undefined) => (ids ? [...new Set(ids)] : null);

/** What a body asks to be repriced. */
export const scopeOf = (body: Static<typeof SimulateInput>): RepricingScope => ({
  ruleIds: distinct(body.rule_ids),
  filter: {
    ids: distinct(body.product_ids),
    categoryId: body.filters?.category_id ?? null,
    brandId: body.filters?.brand_id ?? null,
    supplierId: body.filters?.supplier_id ?? null,
  },
});

export const SimulationBody = Type.Object({
  simulation_id: Uuid,
  evaluated: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      product_id: Uuid,
      rule_id: Uuid,
      target: Type.Union([Type.Literal("base"), Type.Object({ price_list_id: Uuid })]),
      old_price: amount,
      new_price: Type.Number(),
      change_pct: amount,
      reason: Type.String(),
    }),
    { description: "At most 1,000; a run makes them all." },
  ),
  skipped: Type.Array(Type.Object({ product_id: Uuid, reason: Type.String() })),
  truncated: Type.Boolean({ description: "Whether there are more changes or skipped products than shown." }),
  expires_at: Time,
});

export const RunStarted = Type.Object({ id: Uuid, status: Type.String({ examples: ["processing"] }) });
export const RunBody = Type.Object({
  id: Uuid,
  status: oneOf(["processing", "completed", "failed"]),
  trigger: oneOf(["manual", "schedule"]),
  evaluated: Type.Integer(),
  changed: Type.Integer(),
  skipped: Type.Integer(),
  skip_reasons: Type.Record(Type.String(), Type.Integer(), { description: "Number of skipped products by reason." }),
  started_at: Time,
  completed_at: orNull(Time),
});
export const RunParams = Type.Object({ run_id: Type.String({ format: "uuid", description: "Id of the run." }) });
export const RunReverted = Type.Object({ reverted: Type.Integer(), skipped: Type.Integer() });

const Day = Type.String({ format: "date-time", maxLength: 40, examples: ["2026-11-21T10:00:00Z"] });
export const HistoryQuery = Type.Object({
  ...SizedPageQuery.properties,
  product_id: Type.Optional(Type.String({ format: "uuid" })),
  rule_id: Type.Optional(Type.String({ format: "uuid" })),
  run_id: Type.Optional(Type.String({ format: "uuid" })),
  date_from: Type.Optional(Day),
  date_to: Type.Optional(Day),
});
export const ChangeBody = Type.Object({
  id: Uuid,
  run_id: orNull(Uuid),
  rule_id: orNull(Uuid),
  rule_name: orNull(Type.String()),
  product_id: Uuid,
  target: Type.Union([Type.Literal("base"), Type.Object({ price_list_id: Uuid })]),
  old_price: amount,
  new_price: Type.Number(),
  reason: Type.String(),
  status: oneOf(["applied", "reverted"]),
  reverted_at: orNull(Time),
  created_at: Time,
});
export const ChangeParams = Type.Object({
  change_id: Type.String({ format: "uuid", description: "Id of the change." }),
});
export const RevertInput = Type.Optional(
  Type.Object(
    { force: Type.Optional(Type.Boolean({ description: "Also if the price has changed since. Default false." })) },
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
