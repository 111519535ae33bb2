import { countLookups, listLookups } from "../../db/ean-lookup/lookups.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type Page } from "../http/page.ts";
import { isoOfMs } from "../text/instant.ts";

const LIST = "ean-lookups";

/** One page of what was looked up, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLookups(db: Reader, page: Page) {
  const { perPage, offset, cursor } = page;
  const place = cursor === undefined ? undefined : decodeCursor(LIST, cursor);
  const after = place && { createdAtMs: Number(place[0]), id: String(place[1]) };
  const [found, total] = await Promise.all([listLookups(db, { limit: perPage + 1, offset, after }), countLookups(db)]);
  const lookups = found.slice(0, perPage);
  const last = found.length > perPage ? lookups.at(-1) : undefined;
  const items = lookups.map(({ id, ean, source, productId, createdAtMs }) => ({
    id,
    ean,
    found: source !== null,
    source,
    product_id: productId,
    created_at: isoOfMs(createdAtMs),
  }));
  return metaPage(items, total, page, last ? encodeCursor(LIST, [last.createdAtMs, last.id]) : null);
}
