import { countChanges, listChanges, type ProductChange } from "../../../db/history/product-changes.ts";
import type { Reader } from "../../../db/ports.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { metaPage, type PageInput, pageOf } from "../../http/input/page.ts";
import { isoOfMs } from "../../text/instant.ts";

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
  const { items, total, next } = await keysetPage(page, {
    name: `history ${JSON.stringify(filter)}`,
    shape: ["count"],
    read: ({ after, ...range }) => listChanges(db, { ...filter, ...range, before: after?.[0] ?? null }),
    count: () => countChanges(db, filter),
    place: ({ number }) => [number],
  });
  return metaPage(items.map(changeBody), total, page, next);
}
