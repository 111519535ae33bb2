import type { Args } from "../rows.ts";

/** The index knows runs of three characters. */
const INDEXED_LENGTH = 3;
/** Of the changes that are not in the index yet, how many of the newest are looked through. */
const TAIL_MAX = 10_000;

// A row may have changed since it was indexed, so each hit is looked at again.
const HOLDS = `(instr(product.title_key, :search) > 0 or instr(product.ean, :search) > 0
  or instr(product.reference_key, :search) > 0)`;
const INDEXED = `product.row_id in (
  select product_trigram.rowid from product_trigram
    where product_trigram match 'tenant:"' || coalesce((
      select search_state.tag from search_state where search_state.tenant_id = :tenant), 'none') || '" AND text:' || :phrase
  union all
  select row_id from (
    select tail.row_id from product tail
      where tail.tenant_id = :tenant and tail.updated_at_us > coalesce((
        select search_state.indexed_to_us from search_state where search_state.tenant_id = :tenant), 0)
      order by tail.updated_at_us desc limit ${TAIL_MAX}))`;

/**
 * The condition of a product that has this text, written as `nameKey` does, in its title, EAN or reference. From three
 * characters on the trigram index finds it; changes that the index does not have yet are looked through.
 */
export function searchCondition(search: string): { where: string; args: Args; isIndexed: boolean } {
  if ([...search].length < INDEXED_LENGTH) return { where: HOLDS, args: { search }, isIndexed: false };
  const phrase = `"${search.replaceAll('"', '""')}"`;
  return { where: `${INDEXED} and ${HOLDS}`, args: { search, phrase }, isIndexed: true };
}
