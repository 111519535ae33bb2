import { countLookups, type EanLookup, listLookups } from "../../../db/ean-lookup/lookups.ts";
import type { Reader } from "../../../db/ports.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import { metaPage, type Page } from "../../http/input/page.ts";
import { isoOfMs } from "../../text/instant.ts";

const lookupBody = ({ id, ean, source, productId, createdAtMs }: EanLookup) => ({
  id,
  ean,
  found: source !== null,
  source,
  product_id: productId,
  created_at: isoOfMs(createdAtMs),
});

/** One page of what was looked up, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLookups(db: Reader, page: Page) {
  const { items, total, next } = await keysetPage(page, {
    name: "ean-lookups",
    shape: NEWEST,
    read: (range) => listLookups(db, newestAfter(range)),
    count: () => countLookups(db),
    place: newestPlace,
  });
  return metaPage(items.map(lookupBody), total, page, next);
}
