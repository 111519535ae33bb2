import {
  type ExportedProduct,
  listExportedProducts,
  type ProductSelection,
  START,
} from "../../db/exports/exported-products.ts";
import type { Reader } from "../../db/ports.ts";
import { findProductField } from "./product-fields.ts";
import type { Column, ExportValue, Table } from "./table.ts";

/** Which products to export, and what of them. */
export interface ProductExport extends ProductSelection {
  /** Names or aliases of the catalogue of fields; each is the name of its column. */
  fields: readonly string[];
  /** How many of the matching products to leave out at the start. */
  offset: number;
  /** `null`: all of them. */
  limit: number | null;
  /** The texts once for each of these languages, instead of once in all. */
  textLanguages?: { names: string[]; pivot: string };
}

/** The texts that a product has in each language. */
const TEXTS = ["title", "short_description", "description", "seo_title", "seo_meta_description"];

// Large enough to make the cost of a statement small, small enough to hold in memory.
const PAGE_ROWS = 1_000;

function columnOf(name: string): Column<ExportedProduct> {
  const field = findProductField(name);
  if (!field) throw new TypeError(`Cannot export ${name}: there is no such field`);
  return { ...field, name };
}

/** A text in one language and no other, empty when there is none: what is read back must not be taken for a translation. */
const textColumn = (name: string, language: string, pivot: string): Column<ExportedProduct> => ({
  name: `${name}_${language}`,
  kind: "plain",
  // They were read from JSON.
  read: (product) =>
    language === pivot
      ? columnOf(name).read({ ...product, content: null })
      : ((product.contents[language]?.[name] as ExportValue | undefined) ?? null),
});

/** In the place of the first text, one set of texts for each language. */
function columnsOf({ fields, textLanguages }: ProductExport): Column<ExportedProduct>[] {
  if (!textLanguages) return fields.map(columnOf);
  const { names, pivot } = textLanguages;
  const texts = fields.filter((name) => TEXTS.includes(name));
  const sets = names.flatMap((language) => texts.map((name) => textColumn(name, language, pivot)));
  return fields.flatMap((name) => {
    if (!TEXTS.includes(name)) return [columnOf(name)];
    return name === texts[0] ? sets : [];
  });
}

/** Products as a table. They are read page by page, as fast as the pages are taken. */
export const productTable = (db: Reader, wanted: ProductExport): Table<ExportedProduct> => ({
  columns: columnsOf(wanted),
  pages: productPages(db, { ...wanted, withImages: wanted.fields.includes("image_urls") }),
});

async function* productPages(
  db: Reader,
  { offset, limit, ...selection }: ProductExport,
): AsyncGenerator<ExportedProduct[], void> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let place = { ...START, offset };
  while (left > 0) {
    const pageRows = Math.min(PAGE_ROWS, left);
    const products = await listExportedProducts(db, selection, { ...place, limit: pageRows });
    const last = products.at(-1);
    if (!last) return;
    yield products;
    if (products.length < pageRows) return;
    left -= products.length;
    place = { afterRowId: last.rowId, afterTitleKey: last.titleKey, offset: 0 };
  }
}
