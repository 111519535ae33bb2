import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { metaPage, pageOf } from "../../http/input/page.ts";
import { conditionsOf, pageOfList } from "../../kit/resource/list.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { Mapping } from "./mapping.ts";
import type { MappingQuery } from "./schema.ts";

/** The code that a query asks for; `undefined`: any, `null`: nothing can match, as of a product without one. */
async function requestedCode(db: Reader, query: Static<typeof MappingQuery>): Promise<string | null | undefined> {
  const gtin14 = query.ean === undefined ? undefined : eanOf(query.ean)?.gtin14;
  if (query.product_id === undefined) return gtin14;
  const [product] = await findRowsByIds(db, [query.product_id]);
  const own = product?.deletedAtMs === null ? product.gtin14 : null;
  return gtin14 === undefined || gtin14 === own ? own : null;
}

/** One page of mappings, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfMappings(db: Reader, query: Static<typeof MappingQuery>) {
  const gtin14 = await requestedCode(db, query);
  if (gtin14 === null) return metaPage([], 0, pageOf(query));
  const { status, page, per_page, cursor } = query;
  const conditions = conditionsOf({
    gtin14,
    asin: query.asin?.toUpperCase(),
    marketplace: query.marketplace?.toLowerCase(),
    status,
  });
  const source = { ...Mapping.table, name: "ean-asin-mappings" };
  return pageOfList(db, source, {}, { page, per_page, cursor }, Mapping.bodyOf, conditions);
}
