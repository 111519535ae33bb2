import { COUNTING } from "../competitors/competitors.ts";
import type { Reader } from "../ports.ts";
import type { ProductFilter } from "../products/lists/filter.ts";
import { filterSql } from "../products/lists/filter.ts";
import { productFields } from "../products/product-row.ts";
import { json, type Row } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL } from "../table.ts";

const FACTS = selection("product", {
  rowId: NUMBER,
  ...productFields("id", "priceCents", "stock", "categoryId", "supplierId", "brandId", "taxRate"),
  taxClass: computed("product.extra ->> 'tax_class'", TEXT_OR_NULL),
  costCents: computed("product.cost_price_cents", NUMBER_OR_NULL),
  mapCents: computed("map_price.price_cents", NUMBER_OR_NULL),
});
/** What rules know of a product, and where it is stored. */
export interface FactsRow extends SelectedBy<typeof FACTS> {
  /** Competitors that count. */
  seen: SeenPrice[];
  /** What lists ask for one piece, by list. */
  listCents: Record<string, number>;
  /** The highest price of lists for more than one piece, by list. */
  tierCents: Record<string, number>;
}

/** What a competitor asks. */
export interface SeenPrice {
  competitorId: string;
  cents: number;
  /** As it was sent; `null`: unknown. */
  stockStatus: string | null;
  /** `null`: unknown. */
  shippingCents: number | null;
}

type Listed = [listId: string, cents: number, minQuantity: number];

const readFacts = (row: Row): FactsRow => {
  // Both put together by the statement.
  const seen = json(row, "seen") as [string, number, string | null, number | null][];
  const listed = json(row, "listed") as Listed[];
  const tiers = listed.filter(([, , quantity]) => quantity > 1).toSorted(([, one], [, other]) => one - other);
  return {
    ...FACTS.read(row),
    seen: seen.map(([competitorId, cents, stockStatus, shippingCents]) => ({
      ...{ competitorId, cents, stockStatus, shippingCents },
    })),
    listCents: Object.fromEntries(listed.filter(([, , quantity]) => quantity === 1)),
    tierCents: Object.fromEntries(tiers),
  };
};

// Of the times of observations no index is used (`+`): it would be read through for each product.
/** A part of the live products, by where they are stored, with the prices of competitors that count since a given time. */
export const listFacts = (
  db: Reader,
  filter: ProductFilter,
  {
    afterRow,
    limit,
    sinceMs,
    listIds,
  }: { afterRow: number; limit: number; sinceMs: number; listIds: readonly string[] },
): Promise<FactsRow[]> => {
  // The products are read in the order in which they are stored, so no index leads to them but that of their ids.
  const { where, args } = filterSql({ ...filter, includeDeleted: false }, undefined, true);
  return db.all(
    `select ${FACTS.selected},
        (select json_group_array(json_array(seen.competitor_id, seen.price_cents, seen.stock_status, seen.shipping_cost_cents)) from competitor_price seen
          cross join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
            and ${COUNTING}
          where seen.tenant_id = :tenant and seen.product_id = product.id and +seen.observed_at_ms >= :sinceMs) as seen,
        (select json_group_array(json_array(entry.price_list_id, entry.price_cents, entry.min_quantity)) from json_each(:listIds) list
          cross join price_list_entry entry on entry.tenant_id = :tenant and entry.price_list_id = list.value
            and entry.product_id = product.id and entry.variant_id is null) as listed
      from product
      cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id
      where product.tenant_id = :tenant and product.row_id > :afterRow and ${where}
      order by product.row_id limit :limit`,
    { ...args, afterRow, limit, sinceMs, listIds: JSON.stringify(listIds) },
    readFacts,
  );
};
