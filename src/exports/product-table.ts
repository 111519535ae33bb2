import {
  type ExportedProduct,
  listExportedProducts,
  type ProductSelection,
} from "../../db/exports/exported-products.ts";
import type { Reader } from "../../db/ports.ts";
import { findProductField } from "./product-fields.ts";
import type { Column, Table } from "./table.ts";

/** Which products to export, and what of them. */
export interface ProductExport extends ProductSelection {
  /** Names or aliases of the catalogue of fields; each is the name of its column. */
  fields: readonly string[];
  /** How many of the matching products to leave out at the start. */
  offset: number;
  /** `null`: all of them. */
  limit: number | null;
}

// Large enough to make the cost of a statement small, small enough to hold in memory.
const PAGE_ROWS = 1_000;

function columnOf(name: string): Column<ExportedProduct> {
  const field = findProductField(name);
  if (!field) throw new TypeError(`Cannot export ${name}: there is no such field`);
  return { ...field, name };
}

/** Products as a table, oldest first. They are read page by page, as fast as the pages are taken. */
export const productTable = (db: Reader, wanted: ProductExport): Table<ExportedProduct> => ({
  columns: wanted.fields.map(columnOf),
  pages: productPages(db, wanted),
});

async function* productPages(
  db: Reader,
  { offset, limit, ...selection }: ProductExport,
): AsyncGenerator<ExportedProduct[], void> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let place = { afterRowId: 0, offset };
  while (left > 0) {
    const pageRows = Math.min(PAGE_ROWS, left);
    const products = await listExportedProducts(db, selection, { ...place, limit: pageRows });
    const last = products.at(-1);
    if (!last) return;
    yield products;
    if (products.length < pageRows) return;
    left -= products.length;
    place = { afterRowId: last.rowId, offset: 0 };
  }
}
