import type { Reader } from "../../../db/ports.ts";
import { findMachineProduct, type MachineProduct } from "../../../db/products/machine-products.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { invalidParameter, required } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import type { ChangesPage } from "../../products/changes/page-of-changes.ts";
import type { Outcome } from "../../products/changes/set/apply.ts";
import { outcomeBody, textIn } from "../../products/changes/set/outcome-body.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { fieldValue } from "../../products/fields/field-changes.ts";
import { isoOfUs, microsecondsOf } from "../../text/instant.ts";
import { envelope, ListedProducts } from "./envelope.ts";

/** The EAN of a path, padded to 14 digits. Throws PRODUCT_NOT_FOUND for what is none: nothing can have it. */
export const gtinOfPath = (ean: string): string => required(eanOf(ean)?.gtin14, "product", ean);

/** The live product with this code. Throws PRODUCT_NOT_FOUND. */
export const findExtProduct = async (db: Reader, gtin14: string) =>
  required(await findMachineProduct(db, gtin14), "product");

/** Reads a date and time of a query. Throws INVALID_PARAMETER for what is not ISO 8601. */
export function timeOf(field: string, text: string): number {
  const us = microsecondsOf(text);
  if (us === undefined) throw invalidParameter([{ field, type: "invalid_format", key: "validation.date_time" }]);
  return us;
}

/** The answer with a page of a list. */
export const listAnswer = ({ products, total, reachedUs, nextCursor }: ChangesPage, page: number, pageSize: number) =>
  envelope(products.map(ListedProducts.of), {
    total,
    page,
    page_size: pageSize,
    updated_at: reachedUs === null ? null : isoOfUs(reachedUs),
    next_cursor: nextCursor,
  });

/** What the fields of a PATCH are now, under the names of a read. */
export async function patchedFields(
  db: Reader,
  { id, ean, title, brandName, status, updatedAtUs }: MachineProduct,
  sent: Record<string, unknown>,
) {
  const [row] = await findRowsByIds(db, [id]);
  const given = Object.keys(sent).filter((field) => sent[field] !== null && sent[field] !== undefined);
  const now = (field: string): [string, unknown] => {
    if (field === "name") return ["title", title];
    if (field === "brand_name") return [field, brandName];
    if (field === "is_active") return [field, status === "active"];
    return [field, field === "supplier_code" ? sent[field] : row && fieldValue(row, field)];
  };
  return { ...Object.fromEntries(given.map(now)), id, ean, updated_at: isoOfUs(updatedAtUs) };
}

/** The answer to a batch: what became of each item, and the faults once more among the errors. */
export function batchAnswer(items: readonly unknown[], outcomes: readonly Outcome[], language: Language) {
  const results = outcomes.map((each, index) => ({ ean: textIn(items[index], "ean"), ...outcomeBody(each, language) }));
  const errors = results.flatMap((row, index) => ("error" in row ? [`products.${index}: ${row.error}`] : []));
  const created = results.filter(({ status }) => status === "created").length;
  const total = items.length;
  const data = { total, created, updated: total - created - errors.length, errors: errors.length, results };
  return { ...envelope(data, { total, page: 1, page_size: total, updated_at: null }), errors };
}
