import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices } from "../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { findVariant } from "../../../db/variants/variants.ts";
import { access } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { invalidParameter, required } from "../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import { priceOf } from "../../kit/cents.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs, millisecondsOf } from "../../text/instant.ts";
import { type ExchangeRates, findExchangeRates } from "../exchange-rates/rates.ts";
import { type ApplyingPrice, applyingPrice, type Purchase } from "./applying-price.ts";
import { ApplyingPriceBody, ApplyingPriceQuery, Considered } from "./applying-price-schema.ts";
import { VIEW_PRICES } from "./policies.ts";
import { applyingPriceIn, convertCents, hasRate, rateBetween } from "./price-in-currency.ts";
import { reasonOf } from "./why-price.ts";

const CONSIDERED_MAX = 500;

/** The price in the currency that was asked for, and how it was converted. */
function converted(applying: ApplyingPrice, currency: string, rates: ExchangeRates) {
  const { priceCents, compareAtPriceCents, currency: from } = applying;
  const into = { to: currency, rates };
  return {
    price: priceOf(convertCents(priceCents, from, into)),
    compare_at_price: priceOf(convertCents(compareAtPriceCents, from, into)),
    currency,
    conversion:
      from === currency || priceCents === null
        ? null
        : { from_currency: from, from_price: priceCents / 100, rate: rateBetween(rates, from, currency) },
  };
}

/** The variant's and the product's own price, in cents. Throws NOT_FOUND for a variant of another product. */
async function ownPriceCents(db: Reader, product: ProductRow, variantId: string | undefined): Promise<number | null> {
  if (variantId === undefined) return product.priceCents;
  const variant = required(await findVariant(db, product.id, variantId), "variant", variantId);
  return variant.priceCents ?? product.priceCents;
}

/** Which price applies to a purchase, and why. */
async function answer(db: Reader, productId: string, query: Static<typeof ApplyingPriceQuery>, nowMs: number) {
  const product = await findLiveProduct(db, productId);
  const own = await ownPriceCents(db, product, query.variant_id);
  const atMs = query.at === undefined ? nowMs : millisecondsOf(query.at);
  const rates = await findExchangeRates(db, atMs);
  if (query.currency !== undefined && !hasRate(rates, query.currency)) {
    const params = { currency: query.currency };
    throw invalidParameter([{ field: "currency", type: "invalid_value", key: "prices.no_rate", params }]);
  }
  const purchase: Purchase = {
    variantId: query.variant_id ?? null,
    quantity: query.quantity ?? 1,
    channel: query.channel ?? null,
    atMs,
  };
  const offers = await listOfferedPrices(db, [product.id]);
  const applying =
    query.currency === undefined
      ? applyingPrice(offers, purchase, own)
      : applyingPriceIn(query.currency, offers, purchase, own);
  const currencies = query.currency === undefined ? null : [query.currency, BASE_CURRENCY];
  return {
    product_id: product.id,
    variant_id: purchase.variantId,
    channel: purchase.channel,
    quantity: purchase.quantity,
    at: isoOfMs(purchase.atMs),
    ...converted(applying, query.currency ?? applying.currency, rates),
    source: applying.priceListId === null ? ("base" as const) : ("price_list" as const),
    price_list_id: applying.priceListId,
    entry_id: applying.entryId,
    considered: offers
      .slice(0, CONSIDERED_MAX)
      .map((offer) => Considered.of({ ...offer, reason: reasonOf(offer, { purchase, currencies, applying }) })),
  };
}

/** `/products/{product_id}/price`: what somebody pays, and why. */
export const applyingPriceRoutes = (services: Services) =>
  new Elysia({ tags: ["Pricing"] })
    .use(access(services))
    .get(
      "/products/:product_id/price",
      ({ db, params, query }) => answer(db, params.product_id, query, services.now()),
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        query: ApplyingPriceQuery,
        response: { 200: ApplyingPriceBody },
        detail: {
          operationId: "getApplyingPrice",
          summary: "Get the price that applies",
          description:
            "What a customer pays for a quantity in a channel at a moment, and why: the first valid list by priority, then the newest, with its entry of the largest quantity reached; else the own price. `considered` says of each entry why it does not apply.",
        },
      },
    );
