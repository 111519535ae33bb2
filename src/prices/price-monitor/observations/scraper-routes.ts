import type { Static } from "@sinclair/typebox";
import { countMonitored } from "../../../../db/price-monitor/monitored.ts";
import { listCompetitorPages, listWatched } from "../../../../db/price-monitor/watched.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import type { BoundWrite } from "../../../http/gate/write/bound-write.ts";
import { itemChecker } from "../../../http/input/checked-items.ts";
import type { FieldProblem } from "../../../http/output/errors.ts";
import { toProblem } from "../../../http/output/faults/error-response.ts";
import { type Language, translate } from "../../../http/output/messages.ts";
import { BASE_CURRENCY, priceOf } from "../../../kit/cents.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOfMs, isoOrNull, millisecondsOf } from "../../../text/instant.ts";
import { type ExchangeRates, findExchangeRates } from "../../exchange-rates/rates.ts";
import { hasRate } from "../../pricing/applying/price-in-currency.ts";
import { problemsOfAmounts, storedAmount } from "../../pricing/currency-decimals.ts";
import { ObservationItem, ObservationsInput, ObservationsTaken, Watchlist, WatchlistQuery } from "../schema.ts";
import { type ObservedItem, observePrices } from "./observe.ts";
import { type AmountsInBase, amountsInBase } from "./quoted-price.ts";

const BY_SYNC_KEY = { credential: "sync_key", module: "price_monitor" } as const;
const checkItems = itemChecker(ObservationItem);
/** The number taken in at once; other writers come in between. */
const AT_ONCE = 1_000;
const WATCHED = 500;
const NOW_MS = 5 * 60_000;
const BODY_BYTES_MAX = 16 * 1024 * 1024;

const currencyOf = ({ currency }: Static<typeof ObservationItem>): string => currency ?? BASE_CURRENCY;

/** An offer's amounts, in stored units of its currency. */
function amountsOf(given: Static<typeof ObservationItem>, currency: string) {
  const orNull = (amount: number | null | undefined) => (amount == null ? null : storedAmount(currency, amount));
  return {
    priceCents: storedAmount(currency, given.price_ttc),
    originalCents: orNull(given.price_original),
    shippingCents: orNull(given.shipping_cost),
  };
}

/** `amounts`: in the base currency. */
const itemOf = (given: Static<typeof ObservationItem>, amounts: AmountsInBase): ObservedItem => ({
  internalSku: given.internal_sku.trim(),
  competitorName: given.competitor_name.trim(),
  ...(given.competitor_code != null && { competitorCode: given.competitor_code }),
  url: given.competitor_url,
  priceCents: amounts.priceCents,
  priceOriginalCents: amounts.originalCents,
  shippingCostCents: amounts.shippingCents,
  quotedCents: amounts.quotedCents,
  quotedCurrency: amounts.quotedCurrency,
  exchangeRate: amounts.exchangeRate,
  stockStatus: given.stock_status ?? null,
  sellerName: given.seller_name ?? null,
  promoLabel: given.promo_label ?? null,
});

/** What decides about an item besides itself. */
interface Moment {
  nowMs: number;
  rates: ExchangeRates;
}

const skuOf = (item: unknown): string | null => {
  const sku: unknown = typeof item === "object" && item !== null && "internal_sku" in item ? item.internal_sku : null;
  return typeof sku === "string" ? sku : null;
};

/**
 * An item in the base currency, or why it is not taken: its currency has no rate or fewer decimals; observations count from when
 * they arrive (S39.3).
 */
function readItem(item: Static<typeof ObservationItem>, { nowMs, rates }: Moment): ObservedItem | FieldProblem {
  const { price_ttc: price, price_original: original, shipping_cost: shipping, observed_at: at } = item;
  const currency = currencyOf(item);
  if (!hasRate(rates, currency)) {
    return { field: "currency", type: "invalid_value", key: "prices.no_rate", params: { currency } };
  }
  const amounts = { price_ttc: price, price_original: original, shipping_cost: shipping };
  const [tooFine] = problemsOfAmounts(currency, amounts);
  if (tooFine) return tooFine;
  const inBase = amountsInBase(amountsOf(item, currency), currency, rates);
  if (inBase === undefined) {
    return {
      field: "price_ttc",
      type: "out_of_range",
      key: "prices.beyond_cents",
      params: { currency: BASE_CURRENCY },
    };
  }
  if (at == null || Math.abs(millisecondsOf(at) - nowMs) <= NOW_MS) return itemOf(item, inBase);
  return { field: "observed_at", type: "out_of_range", key: "prices.observed_now" };
}

/** Those that can be stored, and why the others cannot. */
function checkAll(observations: readonly unknown[], moment: Moment, language: Language) {
  const { good, bad } = checkItems(observations);
  const read = good.map(({ item, index }) => ({ index, item: readItem(item, moment) }));
  const refused = read.flatMap(({ index, item }) => ("field" in item ? [{ index, problem: item }] : []));
  const errors = [...bad, ...refused]
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, problem }) => {
      const { field, message } = toProblem(problem, language);
      return { index, message: `${field}: ${message}` };
    });
  return { good: read.flatMap(({ index, item }) => ("field" in item ? [] : [{ index, item }])), errors };
}

/** Takes in what a robot has seen. */
async function takeIn(
  write: BoundWrite,
  observations: readonly unknown[],
  { language, ...moment }: Moment & { language: Language },
) {
  const { good, errors } = checkAll(observations, moment, language);
  let pending = 0;
  for (let from = 0; from < good.length; from += AT_ONCE) {
    const chunk = good.slice(from, from + AT_ONCE);
    const items = JSON.stringify(chunk.map(({ item }) => item));
    const taken = await write(observePrices, { items, source: "hub" });
    pending += taken.pending;
    for (const { place, key } of taken.refusals) {
      errors.push({ index: chunk[place]?.index ?? 0, message: translate(language, key) });
    }
  }
  return {
    accepted: observations.length - errors.length,
    rejected: errors.length,
    pending_validation: pending,
    errors: errors
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, message }) => ({ index, internal_sku: skuOf(observations[index]), message })),
  };
}

/**
 * `/prices/observations` and `/prices/export-watchlist`: the observations of the tenant's own robots, and the pages they
 * are to look at.
 */
export const scraperRoutes = (services: Services) =>
  accessRoutes(services, "Price Monitoring", "/prices")
    .post(
      "/observations",
      async ({ db, write, body, language }) =>
        takeIn(write, body.observations, {
          nowMs: services.now(),
          rates: await findExchangeRates(db, services.now()),
          language,
        }),
      {
        policy: { ...BY_SYNC_KEY, tier: "BULK_CREATE", body: { maxBytes: BODY_BYTES_MAX } },
        body: ObservationsInput,
        response: { 200: ObservationsTaken },
        detail: {
          operationId: "addObservations",
          summary: "Send competitor prices",
          description:
            "Up to 5,000. Items with an unknown SKU or missing fields are rejected and named in `errors`; doubtful ones wait in `/prices/validation`. The same observation within 60 seconds is stored once.",
        },
      },
    )
    .get(
      "/export-watchlist",
      async ({ db, query: { tier = null, limit = WATCHED } }) => {
        const watched = await listWatched(db, tier, limit);
        const pages = await listCompetitorPages(
          db,
          watched.map(({ productId }) => productId),
        );
        const byProduct = Map.groupBy(pages, ({ productId }) => productId);
        return {
          items: watched.map((product) => ({
            product_id: product.productId,
            sku: product.sku,
            ean: product.ean,
            title: product.title,
            brand: product.brand,
            tier: product.tier,
            price: priceOf(product.priceCents),
            map_price: priceOf(product.mapCents),
            urls: (byProduct.get(product.productId) ?? []).map(({ code, name, url }) => ({
              competitor_code: code,
              competitor_name: name,
              url,
            })),
            last_check_at: isoOrNull(product.seenAtMs),
          })),
          total: await countMonitored(db, { tier, isActiveOnly: true }),
          generated_at: isoOfMs(services.now()),
        };
      },
      {
        policy: { ...BY_SYNC_KEY, tier: "READ_STANDARD" },
        query: WatchlistQuery,
        response: { 200: Watchlist },
        detail: {
          operationId: "exportWatchlist",
          summary: "List products to look at",
          description: "Active monitored products, by tier and then the longest not seen, with known competitor pages.",
        },
      },
    );
