import { type ChangedField, findChange } from "../../../db/history/product-changes.ts";
import { mutation } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { ApiError, invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { isSameJson } from "../../text/unknown-values.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { storeUpdate } from "../changes/update-product.ts";
import { isSettable } from "../fields/apply-fields.ts";
import { PRODUCT_FIELDS } from "../fields/catalogue.ts";
import { fieldValue } from "../fields/field-changes.ts";
import { storedValue } from "../fields/read-fields.ts";

interface Reversal extends Conditional {
  id: string;
  change: number;
  /** Which fields of the change; `null`: all. */
  fields: string[] | null;
  /** Takes back also what was changed again since. */
  force: boolean;
}

/** Fields that a product always has: what they were before it was created is nothing to go back to. */
const NEVER_EMPTY = PRODUCT_FIELDS.flatMap(({ name, isUnchanged }) => (isUnchanged ? [name] : []));

const isRevertible = ([field, before]: ChangedField): boolean =>
  isSettable(field) && !(NEVER_EMPTY.includes(field) && (before === null || before === ""));

/** The requested fields of the change. Throws VALIDATION_FAILED for one that it did not touch. */
function chosenFields(changed: readonly ChangedField[], wanted: string[] | null): ChangedField[] {
  if (wanted === null) return [...changed];
  const problems = wanted.flatMap((name, index) =>
    changed.some(([field]) => field === name)
      ? []
      : [{ field: `fields.${index}`, type: "invalid_value" as const, key: "products.not_in_change" as const }],
  );
  if (problems.length > 0) throw invalidBody(problems);
  return changed.filter(([field]) => wanted.includes(field));
}

/** Throws INVALID_STATE that names each field which was changed again since. */
function refuseNewer(row: ProductRow, fields: readonly ChangedField[]): void {
  const conflicts = fields.flatMap(([field, before, after]) => {
    const current = fieldValue(row, field);
    return isSameJson(current, after) || isSameJson(current, before) ? [] : [{ field, expected: after, current }];
  });
  if (conflicts.length === 0) return;
  throw new ApiError("INVALID_STATE", {
    key: "products.changed_since",
    details: { current_state: "changed_since", action: "revert", allowed_actions: ["revert_with_force"], conflicts },
    howToFix: "products.revert_with_force",
  });
}

/** Throws INVALID_STATE for fields that no update sets, such as tags or the workflow status. */
function refuseOthers(fields: readonly ChangedField[]): void {
  const others = fields.filter((field) => !isRevertible(field)).map(([field]) => field);
  if (others.length === 0) return;
  throw new ApiError("INVALID_STATE", {
    key: "products.not_revertible",
    details: { current_state: "recorded", action: "revert", allowed_actions: [], fields: others },
    howToFix: "products.revert_other_fields",
  });
}

/**
 * Gives fields of a product the values they had before a change, by an update like any other. Throws PRODUCT_NOT_FOUND,
 * NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE when a field has been changed since or cannot be set, and what an update
 * throws.
 */
export const revertChange = mutation(
  "history.revert",
  async (tx, { id, change, fields, force, expected }: Reversal, context): Promise<{ changed: string[] }> => {
    const row = await findLiveProduct(tx, id);
    const known = required(await findChange(tx, row.id, change), "change", change);
    requireVersion(expected, row.updatedAtUs);
    const chosen = chosenFields(known.fields, fields);
    refuseOthers(chosen);
    if (!force) refuseNewer(row, chosen);
    const values = chosen.map(([field, before]) => [field, storedValue(field, before)]);
    return storeUpdate(tx, row, Object.fromEntries(values), context, { reverts: change });
  },
);
