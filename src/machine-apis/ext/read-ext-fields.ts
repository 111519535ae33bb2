import { validateBody } from "../../http/input/validation.ts";
import { invalidBody } from "../../http/output/errors.ts";
import type { Item } from "../../products/changes/set/items.ts";
import { itemOf, withoutNulls } from "../../products/changes/set/items.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { CLEARED_FIELDS, ExtUpsert } from "./ext-fields.ts";

let checkItem: ReturnType<typeof validateBody> | undefined;

/** Reads a checked body of a POST: null is "unchanged". */
export const upsertOf = (fields: Record<string, unknown>): Item => itemOf(withoutNulls(fields));

/** Reads an item of a batch. Throws VALIDATION_FAILED with all that is wrong with it. */
export function batchItemOf(item: unknown): Item {
  // Compiled at the first batch, as routes do it.
  checkItem ??= validateBody(ExtUpsert);
  // The schema is that of an object.
  return upsertOf(checkItem(item) as Record<string, unknown>);
}

/** Throws VALIDATION_FAILED for a body with another EAN than the path's. */
function refuseOtherEan(gtin14: string, ean: unknown): void {
  if (typeof ean !== "string" || eanOf(ean.trim())?.gtin14 === gtin14) return;
  throw invalidBody([{ field: "ean", type: "invalid_value" }]);
}

/** The values of a PATCH: null is "unchanged". */
export function patchOf(gtin14: string, { ean, ...fields }: Record<string, unknown>): Record<string, unknown> {
  refuseOtherEan(gtin14, ean);
  return itemOf(withoutNulls(fields)).values;
}

/** The values of a PUT: what is absent is cleared, the states stay. */
export function replacementOf(gtin14: string, { ean, ...fields }: Record<string, unknown>): Record<string, unknown> {
  refuseOtherEan(gtin14, ean);
  const cleared = Object.fromEntries(CLEARED_FIELDS.map((field) => [field, null]));
  return itemOf({ ...cleared, ...withoutNulls(fields) }).values;
}
