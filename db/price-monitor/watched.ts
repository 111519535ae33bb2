import { jsonOrNullColumn, wordColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { TIERS, type Tier } from "./monitored.ts";

const WATCHED = selection("watched", {
  productId: TEXT,
  sku: computed("product.reference", TEXT_OR_NULL),
  ean: computed("product.ean", TEXT_OR_NULL),
  title: computed("product.title", TEXT),
  brand: computed("brand.name", TEXT_OR_NULL),
  tier: wordColumn(TIERS),
  priceCents: computed("product.price_cents", NUMBER_OR_NULL),
  mapCents: computed("map_price.price_cents", NUMBER_OR_NULL),
  seenAtMs: NUMBER_OR_NULL,
});
/** A product that robots are to look at. */
export type Watched = SelectedBy<typeof WATCHED>;

/** The active watched products, by tier and then those that were not seen for longest. */
export const listWatched = (db: Reader, tier: Tier | null, limit: number): Promise<Watched[]> =>
  db.all(
    `select ${WATCHED.selected}
      from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id and product.deleted_at_ms is null
      left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id
      where watched.tenant_id = :tenant and watched.is_active = 1 and watched.tier = ifnull(:tier, watched.tier)
      order by watched.tier, ifnull(watched.seen_at_ms, 0), watched.product_id limit :limit`,
    { tier, limit },
    WATCHED.read,
  );

const PAGE = selection("page", {
  productId: TEXT,
  competitorId: TEXT,
  code: computed("competitor.code", TEXT),
  name: computed("competitor.name", TEXT),
  /** Where its pages have their prices; `null`: in their markup. */
  pageRules: computed("competitor.page_rules", jsonOrNullColumn<unknown>()),
  url: TEXT,
});
/** Where a competitor sells a product. */
export type CompetitorPage = SelectedBy<typeof PAGE>;

/** No other pages than the last ones: no observation is looked at. */
const NONE_BESIDES = { recent: 0, sinceMs: Number.MAX_SAFE_INTEGER };

/**
 * Where competitors that can be watched sell products: seen there last, or entered, but for what is paused; with
 * `recent` also all other pages among the last observations of each product, up to this number. A seller's pages are those of its
 * marketplace: who sells there is what a look at them says.
 */
export const listCompetitorPages = (
  db: Reader,
  productIds: readonly string[],
  { recent, sinceMs }: { recent: number; sinceMs: number } = NONE_BESIDES,
): Promise<CompetitorPage[]> =>
  db.all(
    `with page as (
        select seen.product_id, seen.competitor_id, seen.url from json_each(:productIds) wanted
          cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
        union
        select seen.product_id, seen.competitor_id, seen.url from json_each(:productIds) wanted
          cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
            and seen.observed_at_ms >= :sinceMs and seen.is_valid = 1 and seen.row_id in (
            select late.row_id from competitor_observation late
              where late.tenant_id = :tenant and late.product_id = wanted.value and late.observed_at_ms >= :sinceMs
              order by late.observed_at_ms desc, late.row_id desc limit :recent)
        union
        select entered.product_id, entered.competitor_id, entered.url from json_each(:productIds) wanted
          cross join competitor_address entered on entered.tenant_id = :tenant and entered.product_id = wanted.value
        union
        select entry.product_id, ifnull(competitor.merged_into, competitor.id), entry.url from json_each(:productIds) wanted
          cross join product_price entry on entry.tenant_id = :tenant and entry.product_id = wanted.value
            and entry.url is not null and entry.is_removed = 0 and entry.is_active = 1
          join competitor on competitor.tenant_id = :tenant and competitor.code = entry.source
            and competitor.deleted_at_ms is null
      ), whole as (
        select distinct page.product_id, page.url, ifnull(market.id, page.competitor_id) as competitor_id from page
          join competitor seller on seller.tenant_id = :tenant and seller.id = page.competitor_id
          left join competitor market on market.tenant_id = :tenant and market.id = seller.marketplace_id
            and market.is_marketplace = 1 and market.deleted_at_ms is null and market.merged_into is null
      )
      select ${PAGE.selected} from whole page
        join competitor on competitor.tenant_id = :tenant and competitor.id = page.competitor_id
          and competitor.deleted_at_ms is null and competitor.is_active = 1 and competitor.merged_into is null
        where not exists (select 1 from competitor_address paused
          where paused.tenant_id = :tenant and paused.product_id = page.product_id and paused.url = page.url
            and paused.competitor_id = page.competitor_id and paused.is_paused = 1)
        order by page.product_id, competitor.code, page.url`,
    { productIds: JSON.stringify(productIds), recent, sinceMs },
    PAGE.read,
  );

/** A page that a price entry names, of a source that is no competitor's code. */
export interface UnknownPage {
  productId: string;
  source: string;
  url: string;
}

/** The pages that entered prices of these products name, where no competitor has the source as its code. */
export const listUnknownPages = (db: Reader, productIds: readonly string[]): Promise<UnknownPage[]> =>
  db.all(
    `select entry.product_id, entry.source, entry.url from json_each(:productIds) wanted
        cross join product_price entry on entry.tenant_id = :tenant and entry.product_id = wanted.value
          and entry.url is not null and entry.is_removed = 0 and entry.is_active = 1
          and entry.source <> 'internal' and entry.source not like 'supplier:%'
        where not exists (select 1 from competitor
          where competitor.tenant_id = :tenant and competitor.code = entry.source and competitor.deleted_at_ms is null)
        order by entry.product_id, entry.source, entry.url`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({ productId: text(row, "product_id"), source: text(row, "source"), url: text(row, "url") }),
  );
