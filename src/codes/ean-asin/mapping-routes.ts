import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { metaPage, pageOf } from "../../http/input/page.ts";
import { conditionsOf, pageOfList } from "../../kit/resource/list.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { eanOf } from "../../products/fields/ean.ts";
import type { Services } from "../../runtime/services.ts";
import { Mapping, mappingChanges } from "./mapping.ts";
import { EDIT, VIEW } from "./policies.ts";
import { MappingPage, MappingQuery } from "./schema.ts";

/** The code that a query asks for; `undefined`: any, `null`: nothing can match, as of a product without one. */
async function requestedCode(db: Reader, query: Static<typeof MappingQuery>): Promise<string | null | undefined> {
  const gtin14 = query.ean === undefined ? undefined : eanOf(query.ean)?.gtin14;
  if (query.product_id === undefined) return gtin14;
  const [product] = await findRowsByIds(db, [query.product_id]);
  const own = product?.deletedAtMs === null ? product.gtin14 : null;
  return gtin14 === undefined || gtin14 === own ? own : null;
}

/** One page of mappings, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
async function pageOfMappings(db: Reader, query: Static<typeof MappingQuery>) {
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

/** `/ean-asin/mappings`: which ASIN an EAN has on a marketplace. */
export const mappingRoutes = (services: Services) =>
  resourceRoutes(services, Mapping, {
    path: "/ean-asin/mappings",
    tag: "EAN-ASIN Mapping",
    rights: { view: VIEW, edit: EDIT, remove: EDIT },
    changes: mappingChanges,
    leaves: ["list", "put"],
    texts: {
      one: "EanAsinMapping",
      word: "EAN-ASIN mapping",
      create: "An EAN has one ASIN per marketplace. The product need not exist.",
      read: "Includes the product that currently has this EAN.",
      change: "Absent fields keep their value. Products change only when mappings are applied.",
      remove: "Products keep an ASIN that was already applied.",
    },
  }).get("", ({ db, query }) => pageOfMappings(db, query), {
    policy: VIEW,
    query: MappingQuery,
    response: { 200: MappingPage },
    detail: {
      operationId: "listEanAsinMappings",
      summary: "List EAN-ASIN mappings",
      description: "Newest first. Filters are combined with AND.",
    },
  });
