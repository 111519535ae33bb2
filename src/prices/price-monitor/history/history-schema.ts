import { Type } from "@sinclair/typebox";
import { DOUBT_REASONS, VALIDATION_SORTS } from "../../../../db/price-monitor/validations.ts";
import { maybe, orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { SizedPageQuery } from "../../../http/input/page-size.ts";
import { HistoryCursor } from "../../pricing/schema.ts";
import { sortQuery } from "../sort-query.ts";
import { VALIDATION_ACTIONS } from "./settle-validation.ts";

const amount = orNull(Type.Number());
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000, description: "Maximum number of entries, newest first. Default 10000." }),
);
export const ObservedQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 730, description: "Default 30." })),
  limit,
  cursor: HistoryCursor,
});

export const UnifiedQuery = Type.Object({
  window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 730, description: "Default 90." })),
  limit,
  cursor: HistoryCursor,
});
export const Unified = Type.Object({
  product_id: Uuid,
  window_days: Type.Integer(),
  items: Type.Array(
    Type.Object({
      at: Time,
      kind: oneOf(["internal", "competitor"]),
      source: Type.String(),
      price: amount,
      currency: Type.String(),
      change_pct: amount,
      origin: Type.String(),
    }),
  ),
  next_cursor: orNull(Type.String(), "Leads to the entries before these, as `Link` does. Null: these are the first."),
});

export const ValidationsQuery = Type.Object({
  ...SizedPageQuery.properties,
  reason: Type.Optional(oneOf(DOUBT_REASONS)),
  competitor_id: Type.Optional(Type.String({ format: "uuid" })),
  search: Type.Optional(Type.String({ maxLength: 100, description: "Part of `internal_sku`." })),
  ...sortQuery(VALIDATION_SORTS, "Default `created_at`."),
});

export const DecisionsInput = Type.Object(
  {
    item_ids: Type.Array(Uuid, { minItems: 1, maxItems: 500 }),
    action: oneOf(VALIDATION_ACTIONS),
  },
  { examples: [{ item_ids: [Uuid["examples"]?.[0]], action: "confirm" }] },
);
export const DecidedMany = Type.Object({
  decided: Type.Integer(),
  errors: Type.Array(Type.Object({ id: Uuid, message: Type.String() })),
});

export const DecisionInput = Type.Object(
  {
    action: oneOf(VALIDATION_ACTIONS),
    product_id: maybe(Uuid, "Which candidate is meant; required if there are several."),
  },
  { examples: [{ action: "confirm" }] },
);
export const Decided = Type.Object({ id: Uuid, status: Type.String() });
