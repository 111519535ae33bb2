import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countMonitored } from "../../../db/price-monitor/monitored.ts";
import { listCompetitorPages, listWatched } from "../../../db/price-monitor/watched.ts";
import { access } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/bound-write.ts";
import { itemChecker } from "../../http/input/checked-items.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { toProblem } from "../../http/output/faults/error-response.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import { centsOf, priceOf } from "../../kit/cents.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs, isoOrNull, millisecondsOf } from "../../text/instant.ts";
import { type ObservedItem, observePrices } from "./observe.ts";
import { ObservationItem, ObservationsInput, ObservationsTaken, Watchlist, WatchlistQuery } from "./schema.ts";

const BY_SYNC_KEY = { credential: "sync_key", module: "price_monitor" } as const;
const checkItems = itemChecker(ObservationItem);
/** The number taken in at once; other writers come in between. */
const AT_ONCE = 1_000;
const WATCHED = 500;
const NOW_MS = 5 * 60_000;
const BODY_BYTES_MAX = 16 * 1024 * 1024;

const centsOrNull = (price: number | null | undefined) => (price == null ? null : centsOf(price));

const itemOf = (given: Static<typeof ObservationItem>): ObservedItem => ({
  internalSku: given.internal_sku.trim(),
  competitorName: given.competitor_name.trim(),
  url: given.competitor_url,
  priceCents: centsOf(given.price_ttc),
  priceOriginalCents: centsOrNull(given.price_original),
  shippingCostCents: centsOrNull(given.shipping_cost),
  stockStatus: given.stock_status ?? null,
  sellerName: given.seller_name ?? null,
  promoLabel: given.promo_label ?? null,
});

const skuOf = (item: unknown): string | null => {
  const sku: unknown = typeof item === "object" && item !== null && "internal_sku" in item ? item.internal_sku : null;
  return typeof sku === "string" ? sku : null;
};

/** Why an item is not taken: observations are in euros, and count from when they arrive (S39.3). */
function refusalOf(
  { currency, observed_at: at }: Static<typeof ObservationItem>,
  nowMs: number,
): FieldProblem | undefined {
  if (currency != null && currency !== BASE_CURRENCY)
    return {
      field: "currency",
      type: "invalid_value",
      key: "prices.observed_in_base",
      params: { currency: BASE_CURRENCY },
    };
  if (at == null || Math.abs(millisecondsOf(at) - nowMs) <= NOW_MS) return undefined;
  return { field: "observed_at", type: "out_of_range", key: "prices.observed_now" };
}

/** Those that can be stored, and why the others cannot. */
function checkAll(observations: readonly unknown[], nowMs: number, language: Language) {
  const { good, bad } = checkItems(observations);
  const refused = good.flatMap(({ item, index }) => {
    const problem = refusalOf(item, nowMs);
    return problem ? [{ index, problem }] : [];
  });
  const errors = [...bad, ...refused]
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, problem }) => {
      const { field, message } = toProblem(problem, language);
      return { index, message: `${field}: ${message}` };
    });
  return { good: good.filter(({ item }) => !refusalOf(item, nowMs)), errors };
}

/** Takes in what a robot has seen. */
async function takeIn(
  write: BoundWrite,
  observations: readonly unknown[],
  { nowMs, language }: { nowMs: number; language: Language },
) {
  const { good, errors } = checkAll(observations, nowMs, language);
  let pending = 0;
  for (let from = 0; from < good.length; from += AT_ONCE) {
    const chunk = good.slice(from, from + AT_ONCE);
    const items = JSON.stringify(chunk.map(({ item }) => itemOf(item)));
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
  new Elysia({ prefix: "/prices", tags: ["Price Monitoring"] })
    .use(access(services))
    .post(
      "/observations",
      ({ write, body, language }) => takeIn(write, body.observations, { nowMs: services.now(), language }),
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
