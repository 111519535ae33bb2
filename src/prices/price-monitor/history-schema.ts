import { Type } from "@sinclair/typebox";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { HistoryCursor } from "../pricing/schema.ts";
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

export const DecisionInput = Type.Object(
  {
    action: oneOf(VALIDATION_ACTIONS),
    product_id: Type.Optional(orNull(Uuid, "Which candidate is meant; required if there are several.")),
  },
  { examples: [{ action: "confirm" }] },
);
export const Decided = Type.Object({ id: Uuid, status: Type.String() });
