import type { ExportedProduct } from "../../../db/exports/exported-product.ts";
import { countExportedProducts, countRowsWithVariants } from "../../../db/exports/exported-products.ts";
import type { Reader } from "../../../db/ports.ts";
import type { WorkbookPlace } from "../encode/product-workbook.ts";
import type { FileFormat } from "../formats/format.ts";
import { formatOf } from "../formats/formats.ts";
import { profileTable } from "../profiles/profile-table.ts";
import { categoryTable, countCategories } from "../tables/category-table.ts";
import { countImportRows, type ImportExport, importTable } from "../tables/import-table.ts";
import { type ProductExport, productPages, productTable } from "../tables/product-table.ts";
import { withRelated } from "../tables/related-columns.ts";
import { ALL_SUPPLIERS, countSuppliers, type SupplierExport, supplierTable } from "../tables/supplier-table.ts";
import { type AbsentName, absentTable, type NamedTable, type Table, type TableName } from "../tables/table.ts";
import { FULL_PAGES, type PageSize } from "./row-page-size.ts";

/** What to export. */
type Wanted =
  | { resource: "products"; wanted: ProductExport }
  | { resource: "suppliers"; wanted: SupplierExport }
  | { resource: "imports"; wanted: ImportExport }
  | { resource: AbsentName };

/** What to export, and as which file. Plain data: it is stored with the task and handed to a worker thread. */
export type ExportOptions = Wanted & {
  format: FileFormat;
  /** The address of this service as its caller knows it. */
  origin: string;
};

/** Sees the pages of an export pass: `length` is how many rows each has. */
type Watch = <Page extends { length: number }>(pages: AsyncIterable<Page>) => AsyncIterable<Page>;

/** The tables of a file, in their order. */
function sheetsOf({ resource, format }: ExportOptions): readonly TableName[] {
  return resource === "products" && format.name === "xlsx" && format.sheets ? format.sheets : [resource];
}

/** Called with the products of a page before they are written. */
type Announce = (productIds: string[]) => Promise<void>;

const NEEDED_TO_ANNOUNCE = ["id"] as const;

async function* announcedPages<Page extends readonly ExportedProduct[]>(
  pages: AsyncIterable<Page>,
  announce: Announce,
) {
  for await (const page of pages) {
    await announce(page.map(({ id }) => id));
    yield page;
  }
}

const announcing = (table: Table<ExportedProduct>, announce: Announce | undefined): Table<ExportedProduct> =>
  announce ? { ...table, pages: announcedPages(table.pages, announce) } : table;

/** How rows are read. */
interface Reading {
  size: PageSize;
  announce: Announce | undefined;
}

function openTable(
  name: TableName,
  options: ExportOptions,
  place: WorkbookPlace,
  { size, announce }: Reading,
): Table<unknown> {
  const { db } = place;
  if (name === "categories") return categoryTable(db, size);
  if (name === "suppliers") {
    return supplierTable(db, options.resource === "suppliers" ? options.wanted : ALL_SUPPLIERS, size);
  }
  if (options.resource === "imports") return importTable(db, options.wanted, size);
  if (options.resource === "orders" || options.resource === "customers") return absentTable(options.resource);
  if (options.resource !== "products") throw new TypeError("An export of suppliers has no products");
  return openProductTable(options, place, { size, announce });
}

function openProductTable(
  { wanted, format, origin }: Extract<ExportOptions, { resource: "products" }>,
  { db, nowMs }: WorkbookPlace,
  { size, announce }: Reading,
): Table<unknown> {
  if (wanted.profile) {
    return profileTable(db, wanted.profile, {
      origin,
      nowMs,
      size,
      open: (members, languages, fitting) => {
        const pages = productPages(db, { ...wanted, languages }, members, fitting);
        return announce ? announcedPages(pages, announce) : pages;
      },
    });
  }
  const needs = [...(formatOf(format).needs?.(format) ?? []), ...(announce ? NEEDED_TO_ANNOUNCE : [])];
  const table = announcing(productTable(db, wanted, { origin, needs, size, nowMs }), announce);
  return format.name === "json" && format.withRelated ? withRelated(db, table, origin) : table;
}

/** Writes rows as a file, in chunks of some hundred. They are read as the chunks are taken; `announce` is called with each product. */
export function encode(
  options: ExportOptions,
  place: WorkbookPlace,
  {
    watch = (pages) => pages,
    size = FULL_PAGES,
    announce,
  }: { watch?: Watch; size?: PageSize; announce?: Announce } = {},
): AsyncIterable<Uint8Array> {
  const tables = sheetsOf(options).map((name): NamedTable => {
    const table = openTable(name, options, place, { size, announce });
    return { name, table: { ...table, pages: watch(table.pages) } };
  });
  return formatOf(options.format).write(tables, options.format, place, size);
}

function countProductRows(db: Reader, wanted: ProductExport): Promise<number> {
  const { variants = "none" } = wanted.profile ?? {};
  return variants === "none"
    ? countExportedProducts(db, wanted)
    : countRowsWithVariants(db, wanted, variants === "flat");
}

/** How many rows the file will have. */
export async function countRows(db: Reader, options: ExportOptions): Promise<number> {
  if (options.resource === "imports") return countImportRows(db, options.wanted);
  let rows = 0;
  for (const name of sheetsOf(options)) {
    if (name === "categories") rows += await countCategories(db);
    else if (options.resource === "suppliers") rows += await countSuppliers(db, options.wanted);
    else if (name === "suppliers") rows += await countSuppliers(db, ALL_SUPPLIERS);
    else if (options.resource === "products") rows += await countProductRows(db, options.wanted);
  }
  return rows;
}

/** What the file is served as. */
export const contentTypeOf = ({ format }: Pick<ExportOptions, "format">): string =>
  formatOf(format).contentType(format);

const pad = (value: number) => String(value).padStart(2, "0");

/** `20260131_235959`, in UTC. */
function fileStamp(atMs: number): string {
  const at = new Date(atMs);
  const day = `${at.getUTCFullYear()}${pad(at.getUTCMonth() + 1)}${pad(at.getUTCDate())}`;
  const time = `${pad(at.getUTCHours())}${pad(at.getUTCMinutes())}${pad(at.getUTCSeconds())}`;
  return `${day}_${time}`;
}

/** `products_20260131_235959.csv`, in UTC. */
export const fileNameOf = ({ resource, format }: ExportOptions, atMs: number): string =>
  `${resource}_${fileStamp(atMs)}.${formatOf(format).ending(format)}`;

/** Where the file of an export task is stored. */
export const fileKeyOf = (tenantId: string, taskId: string): string => `${tenantId}/exports/${taskId}`;
