import { listProductsByRow } from "../../../db/products/lists/list.ts";
import { listBrandsFrom, listCategoriesFrom } from "../../../search/index-names.ts";
import { listItem } from "../../products/views/product-body.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { readQuery } from "../read-query.ts";

export interface Suggestion {
  text: string;
  type: "product" | "brand" | "category";
  id: string;
}

export interface Suggested {
  suggestions: Suggestion[];
  /** The index lacks more of the latest changes than were looked through. */
  isBehind: boolean;
}

/** What a search box offers for what was typed so far. */
export interface SuggestRequest {
  typed: string;
  limit: number;
}

/** Of what is not a product; products fill the rest. */
const NAMES_MAX = 3;

/** Brands and categories whose names begin so, then the products found. Throws `SearchUnavailable`. */
export async function suggest(
  { search, reader }: ThreadServices,
  tenantId: string,
  { typed, limit }: SuggestRequest,
): Promise<Suggested> {
  const db = reader(tenantId);
  const query = await readQuery(db, typed);
  if (query.text === "") return { suggestions: [], isBehind: false };
  const most = Math.min(NAMES_MAX, limit);
  const brands = await listBrandsFrom(db, query.text, most);
  const categories = await listCategoriesFrom(db, query.text, most);
  const { hits, isBehind } = await search.find(db, { query, filter: { isActive: true } }, { offset: 0, limit });
  const products = await listProductsByRow(
    db,
    hits.map(({ rowId }) => rowId),
  );
  const suggestions = [
    ...brands.map(({ id, name }): Suggestion => ({ text: name, type: "brand", id })),
    ...categories.map(({ id, name }): Suggestion => ({ text: name, type: "category", id })),
    ...products.map(listItem).map(({ id, title }): Suggestion => ({ text: title, type: "product", id })),
  ].slice(0, limit);
  return { suggestions, isBehind };
}
