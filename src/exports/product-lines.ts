import { openProducts, storedMembers } from "../../db/exports/exported-products.ts";
import { openPackedProducts } from "../../db/exports/packed-products.ts";
import type { Reader } from "../../db/ports.ts";
import { type LinePage, linePages } from "./csv.ts";
import { type CsvDelimiter, csvLine } from "./csv-line.ts";
import { packedLines } from "./packed-lines.ts";
import { type ProductColumn, sparseValues } from "./product-fields.ts";
import { PAGE_ROWS, type ProductExport, productColumns, productTable } from "./product-table.ts";

/** Where some products of a selection by age are. */
interface Place {
  afterRowId: number;
  offset: number;
  limit: number;
}
/** Reads some products as lines; `undefined` when it cannot. */
type ReadLines = (place: Place) => Promise<{ page: LinePage; lastRowId: number } | undefined>;

/** Products as lines of CSV. They are read page by page; each is written before the next is asked for. */
export function productLines(
  db: Reader,
  wanted: ProductExport,
  { origin, delimiter }: { origin: string; delimiter: CsvDelimiter },
): { columns: readonly { name: string }[]; pages: AsyncIterable<LinePage> } {
  if (wanted.order !== undefined) {
    const table = productTable(db, wanted, { origin, needs: [] });
    return { columns: table.columns, pages: linePages(table, delimiter) };
  }
  const columns = productColumns(wanted, origin);
  const packed = readPacked(db, wanted, columns, delimiter);
  const single = readSingle(db, wanted, columns, delimiter);
  return { columns, pages: pagesOf(wanted, async (place) => (await packed(place)) ?? single(place)) };
}

function readPacked(
  db: Reader,
  wanted: ProductExport,
  columns: readonly ProductColumn[],
  delimiter: CsvDelimiter,
): ReadLines {
  const read = openPackedProducts(db, wanted, storedMembers(columns.flatMap(({ needs }) => needs)));
  const linesOf = packedLines(db, columns, delimiter);
  return async (place) => {
    const packed = await read(place);
    return packed && { page: await linesOf(packed), lastRowId: packed.lastRowId };
  };
}

/** Reads the products one by one. */
function readSingle(
  db: Reader,
  wanted: ProductExport,
  columns: readonly ProductColumn[],
  delimiter: CsvDelimiter,
): ReadLines {
  const read = openProducts(
    db,
    wanted,
    columns.flatMap(({ needs }) => needs),
  );
  const line = csvLine(columns, delimiter, sparseValues);
  return async ({ afterRowId, ...place }) => {
    const products = await read({ ...place, after: { rowId: afterRowId, titleKey: "" } });
    const page: LinePage = {
      length: products.length,
      writeTo: (text) => {
        for (const product of products) text.add(line(product));
      },
    };
    return { page, lastRowId: products.at(-1)?.rowId ?? afterRowId };
  };
}

async function* pagesOf({ offset, limit }: ProductExport, read: ReadLines): AsyncGenerator<LinePage, void> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let place: Place = { afterRowId: 0, offset, limit: 0 };
  while (left > 0) {
    place = { ...place, limit: Math.min(PAGE_ROWS, left) };
    const found = await read(place);
    if (!found || found.page.length === 0) return;
    yield found.page;
    if (found.page.length < place.limit) return;
    left -= found.page.length;
    place = { ...place, afterRowId: found.lastRowId, offset: 0 };
  }
}
