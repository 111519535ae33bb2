import { Type } from "@sinclair/typebox";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import type { Language } from "../../../http/output/messages.ts";
import type { Outcome } from "./apply.ts";
import { faultText } from "./items.ts";

/** What became of an item of a batch, as answers show it behind the key that was sent. */
export const OutcomeFields = {
  status: oneOf(["created", "updated", "error"] as const),
  id: orNull(Uuid),
  error: Type.Optional(Type.String({ description: "CODE: field: message" })),
};
export const outcomeBody = (outcome: Outcome, language: Language) =>
  "fault" in outcome
    ? { status: "error" as const, id: null, error: faultText(outcome.fault, language) }
    : { status: outcome.created ? ("created" as const) : ("updated" as const), id: outcome.id };

/** A text of an item that nothing is known of yet; `null`: it has none of this name. */
export const textIn = (item: unknown, field: string): string | null => {
  const value: unknown = typeof item === "object" && item !== null ? Reflect.get(item, field) : null;
  return typeof value === "string" ? value : null;
};
