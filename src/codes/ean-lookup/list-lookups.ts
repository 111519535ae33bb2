import { Type } from "@sinclair/typebox";
import { countLookups, type EanLookup, listLookups } from "../../../db/ean-lookup/lookups.ts";
import type { Reader } from "../../../db/ports.ts";
import { orNull } from "../../http/input/fields.ts";
import { keysetAnswer, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { Ean, Source } from "./schema.ts";

/** A code that was looked up. */
export const Lookups = view<EanLookup>()({
  id: [Type.String(), "id"],
  ean: [Ean, "ean"],
  found: [Type.Boolean(), ({ source }) => source !== null],
  source: [Source, "source"],
  product_id: [orNull(Type.String(), "Null if no product was found."), "productId"],
  created_at: [Type.String({ format: "date-time" }), ({ createdAtMs }) => isoOfMs(createdAtMs)],
});

/** One page of what was looked up, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export function pageOfLookups(db: Reader, page: Page) {
  return keysetAnswer(page, {
    name: "ean-lookups",
    shape: NEWEST,
    read: (range) => listLookups(db, newestAfter(range)),
    count: () => countLookups(db),
    place: newestPlace,
    show: Lookups.of,
  });
}
