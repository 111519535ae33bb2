import { countChanges, listChanges, type ProductChange } from "../../db/history/product-changes.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type PageInput, pageOf } from "../http/page.ts";
import { isoOfMs } from "../text/instant.ts";

const changeBody = ({ productId, number, atMs, author, requestId, reverts, fields }: ProductChange) => ({
  id: number,
  product_id: productId,
  at: isoOfMs(atMs),
  actor: author,
  request_id: requestId,
  reverts,
  changes: fields.map(([field, before, after]) => ({ field, old: before, new: after })),
});

/** A page of what was changed of a product, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfHistory(db: Reader, productId: string, query: PageInput & { field?: string | undefined }) {
  const filter = { productId, field: query.field };
  const page = pageOf(query);
  const list = `history ${JSON.stringify(filter)}`;
  // Made by `encodeCursor` below of such a number, as its checksum says.
  const before = page.cursor === undefined ? null : (decodeCursor(list, page.cursor)[0] as number);
  const total = await countChanges(db, filter);
  const changes = await listChanges(db, { ...filter, before, offset: page.offset, limit: page.perPage + 1 });
  const shown = changes.slice(0, page.perPage);
  const last = changes.length > page.perPage ? shown.at(-1) : undefined;
  return metaPage(shown.map(changeBody), total, page, last ? encodeCursor(list, [last.number]) : null);
}
