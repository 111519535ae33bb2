import { ApiError } from "../http/errors.ts";
import { eanOf } from "../products/ean.ts";
import { readFields } from "../products/read-fields.ts";
import type { Fault } from "./apply-item.ts";
import type { UpsertItem } from "./workspace.ts";

/** Fields without null: what a surface takes for "unchanged". */
export function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== null && value !== undefined) present[name] = value;
  }
  return present;
}

/** An item of checked fields by the catalog's names. Throws VALIDATION_FAILED for a code, country or date that is none. */
export function itemOf(fields: Record<string, unknown>): UpsertItem {
  const values = readFields(fields);
  const { barcode, ean, reference } = values;
  const code = typeof barcode === "string" ? barcode : ean;
  const known = typeof reference === "string" ? reference.trim() : "";
  return {
    gtin14: typeof code === "string" ? (eanOf(code.trim())?.gtin14 ?? null) : null,
    reference: known === "" ? null : known,
    values,
  };
}

/** Reads each item of a batch, or says what is wrong with it. */
export const readItems = (items: readonly unknown[], read: (item: unknown) => UpsertItem): (UpsertItem | Fault)[] =>
  items.map((item) => {
    try {
      return read(item);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code, options: error.options };
    }
  });
