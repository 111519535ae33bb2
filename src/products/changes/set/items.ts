import { ApiError, type ApiErrorOptions } from "../../../http/output/errors.ts";
import type { ErrorCode } from "../../../http/output/faults/error-codes.ts";
import { type Language, type MessageKey, translate } from "../../../http/output/messages.ts";
import { eanOf } from "../../fields/ean.ts";
import { readFields } from "../../fields/read-fields.ts";

/** What a caller says about which product it means. */
export interface Identity {
  /** The EAN padded to 14 digits; `null` without one. */
  gtin14: string | null;
  reference: string | null;
  /** A supplier's reference together with whose it is, as `supplierKey` writes it. */
  supplierReference?: string | null;
}

/** What a caller says of one product. */
export interface Item extends Identity {
  /** By the catalog's request names, as `readFields` leaves them; `stock` and the names of references among them. */
  values: Record<string, unknown>;
}

/** Why an item was refused: plain data that crosses threads. */
export interface Fault {
  code: ErrorCode;
  options: ApiErrorOptions;
}

/** The fault of an error; throws what is none. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof ApiError)) throw error;
  return { code: error.code, options: error.options };
}

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
export const itemOf = (fields: Record<string, unknown>): Item => itemOfValues(readFields(fields));

/** An item of values that `readFields` made. */
export function itemOfValues(values: Record<string, unknown>): Item {
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
export const readItems = (items: readonly unknown[], read: (item: unknown) => Item): (Item | Fault)[] =>
  items.map((item) => {
    try {
      return read(item);
    } catch (error) {
      return faultOf(error);
    }
  });

/** A fault of one item as one line: `CODE: field: message; field: message`. */
export function faultText({ code, options }: Pick<ApiError, "code" | "options">, language: Language): string {
  const { fields, key, params } = options;
  if (!fields) return `${code}: ${translate(language, key ?? code, params)}`;
  const texts = fields.map((problem) => {
    const said: MessageKey = problem.key ?? `validation.${problem.type}`;
    return `${problem.field}: ${translate(language, said, problem.params)}`;
  });
  return `${code}: ${texts.join("; ")}`;
}
