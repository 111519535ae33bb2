import type { Args } from "../../rows.ts";
import { gramQuery, hasGrams } from "../grams.ts";
import { stateOf } from "../product-state.ts";

// A row may have changed since it was indexed, so each hit is looked at again.
const HOLDS = `(instr(product.title_key, :search) > 0 or instr(product.ean, :search) > 0
  or instr(product.reference_key, :search) > 0
  or exists (select 1 from product_variant
    where product_variant.tenant_id = :tenant and product_variant.product_id = product.id
      and (instr(product_variant.sku_key, :search) > 0 or instr(product_variant.ean, :search) > 0)))`;
const INDEXED_TO = `coalesce((
  select index_state.indexed_to_us from index_state where index_state.tenant_id = :tenant), 0)`;
const MATCH = `product_gram match replace(:grams, '@', coalesce((
  select index_state.tag from index_state where index_state.tenant_id = :tenant), 'none'))`;
// All of them, however many: what a list is and how long it is may be remembered until the next change.
const TAIL = `select tail.row_id from product_state tail
  where tail.tenant_id = :tenant and tail.updated_at_us > ${INDEXED_TO}`;
const INDEXED = `product.row_id in (
  select -product_gram.rowid from product_gram where ${MATCH}
  union all ${TAIL})`;

/**
 * The condition of a product that has this text, written as `nameKey` does, in its title, EAN, reference, or the SKU or
 * EAN of a variant. From three characters on the index finds it; changes that the index does not have yet are looked
 * through. `isFound`: the products are given, and only looked at.
 */
export function searchCondition(search: string, isFound = false): { where: string; args: Args; isIndexed: boolean } {
  if (isFound || !hasGrams(search)) return { where: HOLDS, args: { search }, isIndexed: false };
  return { where: `${INDEXED} and ${HOLDS}`, args: { search, grams: gramQuery(search) }, isIndexed: true };
}

/** What the index alone finds of a search, some at most: about how many products have it, without a look at any. */
export const indexedHits = (search: string): { sql: string; args: Args } | undefined =>
  hasGrams(search)
    ? { sql: `select 1 from product_gram where ${MATCH} limit :limit`, args: { grams: gramQuery(search) } }
    : undefined;

/**
 * Where the products of such a search are read in the order of their row ids: those that the index has, which come out
 * of it in order, and the changes since. A page of a word that half of the catalog has ends as soon as it is full.
 */
export const SEARCHED_IN_ORDER = [
  {
    from: "product_gram cross join product on product.row_id = -product_gram.rowid",
    where: `${MATCH} and +product.tenant_id = :tenant and ${stateOf("updated_at_us")} <= ${INDEXED_TO}
      and ${HOLDS}`,
    beyond: { "<": "and product_gram.rowid > -:afterRow", ">": "and product_gram.rowid < -:afterRow" },
    order: { asc: "product_gram.rowid desc", desc: "product_gram.rowid" },
  },
  {
    from: "product",
    where: `+product.tenant_id = :tenant and product.row_id in (${TAIL}) and ${HOLDS}`,
    beyond: { "<": "and product.row_id < :afterRow", ">": "and product.row_id > :afterRow" },
    order: { asc: "product.row_id asc", desc: "product.row_id desc" },
  },
] as const;
