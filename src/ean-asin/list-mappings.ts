import type { Static } from "@sinclair/typebox";
import { countMappings, listMappings, type MappingFilter } from "../../db/ean-asin/mappings.ts";
import { countTemplates, listTemplates } from "../../db/ean-asin/templates.ts";
import type { Reader } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type Page } from "../http/page.ts";
import { eanOf } from "../products/ean.ts";
import { mappingBody, templateBody } from "./bodies.ts";
import type { MappingQuery } from "./schema.ts";

/** What a query asks for; `undefined` when nothing can match: a product without EAN, or two different codes. */
async function filterOf(db: Reader, query: Static<typeof MappingQuery>): Promise<MappingFilter | undefined> {
  let gtin14 = query.ean === undefined ? null : (eanOf(query.ean)?.gtin14 ?? null);
  if (query.product_id !== undefined) {
    const [product] = await findRowsByIds(db, [query.product_id.toLowerCase()]);
    const own = product?.deletedAtMs === null ? product.gtin14 : null;
    if (own === null || (gtin14 !== null && gtin14 !== own)) return undefined;
    gtin14 = own;
  }
  return {
    gtin14,
    asin: query.asin?.toUpperCase() ?? null,
    marketplace: query.marketplace?.toLowerCase() ?? null,
    status: query.status ?? null,
  };
}

/** One page of mappings, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfMappings(db: Reader, query: Static<typeof MappingQuery>, page: Page) {
  const { perPage, offset, cursor } = page;
  const filter = await filterOf(db, query);
  if (!filter) return metaPage([], 0, page);
  const list = `ean-asin-mappings ${JSON.stringify(filter)}`;
  const place = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const after = place && { createdAtMs: Number(place[0]), id: String(place[1]) };
  const [found, total] = await Promise.all([
    listMappings(db, filter, { limit: perPage + 1, offset, after }),
    countMappings(db, filter),
  ]);
  const mappings = found.slice(0, perPage);
  const last = found.length > perPage ? mappings.at(-1) : undefined;
  const next = last ? encodeCursor(list, [last.createdAtMs, last.id]) : null;
  return metaPage(mappings.map(mappingBody), total, page, next);
}

const TEMPLATES = "ean-asin-templates";

/** One page of templates, by name. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfTemplates(db: Reader, page: Page) {
  const { perPage, offset, cursor } = page;
  const after = cursor === undefined ? undefined : String(decodeCursor(TEMPLATES, cursor)[0]);
  const [found, total] = await Promise.all([
    listTemplates(db, { limit: perPage + 1, offset, after }),
    countTemplates(db),
  ]);
  const templates = found.slice(0, perPage);
  const last = found.length > perPage ? templates.at(-1) : undefined;
  return metaPage(templates.map(templateBody), total, page, last ? encodeCursor(TEMPLATES, [last.nameKey]) : null);
}
