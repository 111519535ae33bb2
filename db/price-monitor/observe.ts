import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { computed, excludedOf, membersOf, packedRows, type SelectedBy, selectedOf, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** What a competitor offers a product for. */
export const OFFER = {
  url: TEXT,
  priceCents: NUMBER,
  priceOriginalCents: NUMBER_OR_NULL,
  shippingCostCents: NUMBER_OR_NULL,
  stockStatus: TEXT_OR_NULL,
  sellerName: TEXT_OR_NULL,
  promoLabel: TEXT_OR_NULL,
  /** What was quoted in another currency, that currency, and the rate it was converted by; `null`: it was in euros. */
  quotedCents: NUMBER_OR_NULL,
  quotedCurrency: TEXT_OR_NULL,
  exchangeRate: NUMBER_OR_NULL,
};
const OBSERVATION = { productId: TEXT, competitorId: TEXT, ...OFFER };
/** What was seen of a competitor's offer; prices in euros. */
export type Observation = ValuesOf<typeof OBSERVATION>;
const observations = keyedTable("competitor_observation", { ...OBSERVATION, isValid: FLAG, observedAtMs: NUMBER }, []);

const LATEST = {
  ...OBSERVATION,
  baseCents: NUMBER,
  baseAtMs: NUMBER,
  /** Hundredths of a percent, without a sign. */
  move: NUMBER,
};
/** A new latest price of a competitor. */
export type LatestPrice = ValuesOf<typeof LATEST>;

const SEEN = { productId: TEXT, competitorId: TEXT, priceCents: NUMBER, url: TEXT };
const KNOWN = selection("seen", {
  ...SEEN,
  stockStatus: TEXT_OR_NULL,
  observedAtMs: NUMBER,
  baseCents: NUMBER,
  baseAtMs: NUMBER,
});
/** What an observation is compared with. */
export type KnownPrice = SelectedBy<typeof KNOWN>;

/** The latest prices of competitors for products. */
export const findKnownPrices = (db: Reader, productIds: readonly string[]): Promise<KnownPrice[]> =>
  db.all(
    `select ${KNOWN.selected} from json_each(:productIds) wanted
      cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = wanted.value`,
    { productIds: JSON.stringify(productIds) },
    KNOWN.read,
  );

const OBSERVED = selection("product", {
  id: TEXT,
  title: TEXT,
  ean: TEXT_OR_NULL,
  priceCents: NUMBER_OR_NULL,
  mapCents: computed("map_price.price_cents", NUMBER_OR_NULL),
});
/** What is known of products that were observed. */
export type ObservedProduct = SelectedBy<typeof OBSERVED>;

export const findObservedProducts = (db: Reader, ids: readonly string[]): Promise<ObservedProduct[]> =>
  db.all(
    `select ${OBSERVED.selected} from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id`,
    { ids: JSON.stringify(ids) },
    OBSERVED.read,
  );

/** Adds observations to the history. */
export const insertObservations = (
  tx: Tx,
  given: readonly Observation[],
  { isValid, nowMs }: { isValid: boolean; nowMs: number },
): Promise<void> => observations.send(tx, given, { isValid, observedAtMs: nowMs });

const RECENT = selection("seen", {
  /** Where it is stored. */
  rowId: NUMBER,
  ...SEEN,
  isValid: FLAG,
});
/** An observation that was stored not long ago. */
export type RecentObservation = SelectedBy<typeof RECENT>;

/** What was seen of these products since a given time, valid or doubtful. */
export const findRecentObservations = (
  db: Reader,
  productIds: readonly string[],
  sinceMs: number,
): Promise<RecentObservation[]> =>
  db.all(
    `select ${RECENT.selected} from json_each(:productIds) wanted
      cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
        and seen.observed_at_ms > :sinceMs`,
    { productIds: JSON.stringify(productIds), sinceMs },
    RECENT.read,
  );

/** Makes a doubtful observation a valid one. */
export const validateObservation = (tx: Tx, rowId: number): Promise<number> =>
  tx.run("update competitor_observation set is_valid = 1 where tenant_id = :tenant and row_id = :rowId", { rowId });

const latest = packedRows(membersOf(LATEST));
const PUT_LATEST = `insert into competitor_price (tenant_id, ${latest.names}, observed_at_ms, map_gap_cents)
  select :tenant, ${selectedOf("seen", membersOf(LATEST))}, :nowMs,
      case when seen.price_cents < map_price.price_cents then map_price.price_cents - seen.price_cents end
    from (select ${latest.aliased("given")} from json_each(:seen) given) seen
    left join map_price on map_price.tenant_id = :tenant and map_price.product_id = seen.product_id
    where true
  on conflict do update set ${excludedOf(membersOf(LATEST))}, observed_at_ms = excluded.observed_at_ms,
    map_gap_cents = excluded.map_gap_cents`;

/** Stores the latest prices of competitors, each with how far it is below the minimum advertised price. */
export const putLatestPrices = (tx: Tx, prices: readonly LatestPrice[], nowMs: number): Promise<number> =>
  tx.run(PUT_LATEST, { seen: latest.json(prices), nowMs });

const sourcePrices = keyedTable("product_price", {
  id: TEXT,
  productId: TEXT,
  source: TEXT,
  currency: TEXT,
  priceCents: NUMBER,
  url: TEXT,
  validUntilMs: NUMBER,
  createdAtMs: NUMBER,
  updatedAtMs: NUMBER,
});
/** An entry of a competitor among the prices of a product. */
export type SourcePrice = Pick<
  ValuesOf<typeof sourcePrices.columns>,
  "id" | "productId" | "source" | "priceCents" | "url"
>;
const IS_CURRENT = `on conflict (tenant_id, product_id, source, currency) where is_current = 1 do update set
  ${sourcePrices.excluded("priceCents", "url", "validUntilMs", "updatedAtMs")}, is_active = 1, is_removed = 0`;

/** Brings the entries of competitors among products' prices up to date. */
export const putSourcePrices = (
  tx: Tx,
  prices: readonly SourcePrice[],
  { nowMs, validUntilMs }: { nowMs: number; validUntilMs: number },
): Promise<void> =>
  sourcePrices.send(tx, prices, { currency: "EUR", validUntilMs, createdAtMs: nowMs, updatedAtMs: nowMs }, IS_CURRENT);

const MATCH = {
  competitorId: TEXT,
  internalSku: TEXT,
  productId: TEXT_OR_NULL,
  rejectedCents: NUMBER_OR_NULL,
};
const matches = keyedTable("competitor_match", MATCH, ["competitorId", "internalSku"]);
/** What was decided of a competitor's SKU. */
export type CompetitorMatch = ValuesOf<typeof MATCH>;

/** What was decided of these competitors' SKUs. */
export const findMatches = (db: Reader, pairs: readonly (readonly [string, string])[]): Promise<CompetitorMatch[]> =>
  db.all(
    `select ${matches.as("known")} from json_each(:pairs) wanted
      cross join competitor_match known on known.tenant_id = :tenant and known.competitor_id = wanted.value ->> 0
        and known.internal_sku = wanted.value ->> 1`,
    { pairs: JSON.stringify(pairs) },
    matches.read,
  );

export const putMatch = (tx: Tx, match: CompetitorMatch): Promise<void> =>
  matches.insertAll(
    tx,
    [match],
    `on conflict do update set product_id = ifnull(excluded.product_id, product_id),
        ${matches.excluded("rejectedCents")}`,
  );
