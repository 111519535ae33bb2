import type { Static } from "@sinclair/typebox";
import { findRateDay } from "../../../../db/exchange-rates/rate-days.ts";
import type { Reader } from "../../../../db/ports.ts";
import { listOfferedPrices } from "../../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { findVariant } from "../../../../db/variants/variants.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { ProductParams } from "../../../http/input/fields.ts";
import { invalidParameter, required } from "../../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOfMs, millisecondsOf } from "../../../text/instant.ts";
import { dayOf } from "../../exchange-rates/rates.ts";
import { findTaxModel, taxedOf } from "../../tax/tax-model.ts";
import { shownAmount } from "../currency-decimals.ts";
import { VIEW_PRICES } from "../policies.ts";
import { type ApplyingPrice, applyingPrice, type Purchase } from "./applying-price.ts";
import { ApplyingPriceBody, ApplyingPriceQuery, Considered } from "./applying-price-schema.ts";
import { applyingPriceIn, hasRate } from "./price-in-currency.ts";
import { conversionOf, nextTierOf, taxOfPrice, type Wanted, walkPrice } from "./price-steps.ts";
import { reasonOf } from "./why-price.ts";

const CONSIDERED_MAX = 500;

type Query = Static<typeof ApplyingPriceQuery>;

/** The variant's and the product's own price, in cents. Throws NOT_FOUND for a variant of another product. */
async function ownPriceCents(db: Reader, product: ProductRow, variantId: string | undefined): Promise<number | null> {
  if (variantId === undefined) return product.priceCents;
  const variant = required(await findVariant(db, product.id, variantId), "variant", variantId);
  return variant.priceCents ?? product.priceCents;
}

/** By what a stored price becomes the one that is asked for. Throws INVALID_PARAMETER where that cannot be said. */
async function wantedOf(db: Reader, product: ProductRow, { currency, tax }: Query, atMs: number): Promise<Wanted> {
  const rates = await findRateDay(db, dayOf(atMs));
  const model = await findTaxModel(db, atMs);
  if (tax !== undefined && model === null) {
    throw invalidParameter([{ field: "tax", type: "invalid_value", key: "tax.no_country" }]);
  }
  return { currency, tax, model, product: taxedOf(product), rates };
}

/** Throws INVALID_PARAMETER for a price in another currency than is asked for, without a rate for that. */
function requireRate(applying: ApplyingPrice, { currency, rates }: Wanted): void {
  if (currency === undefined || currency === applying.currency || hasRate(rates?.rates ?? {}, currency)) return;
  throw invalidParameter([{ field: "currency", type: "invalid_value", key: "prices.no_rate", params: { currency } }]);
}

/** Which price applies to a purchase, and why. */
async function answer(db: Reader, productId: string, query: Query, nowMs: number) {
  const product = await findLiveProduct(db, productId);
  const own = await ownPriceCents(db, product, query.variant_id);
  const atMs = query.at === undefined ? nowMs : millisecondsOf(query.at);
  const wanted = await wantedOf(db, product, query, atMs);
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
  requireRate(applying, wanted);
  const walked = walkPrice(applying, wanted, { offers, purchase });
  if (!walked) throw invalidParameter([{ field: "tax", type: "invalid_value", key: "tax.rate_unknown" }]);
  const { price, steps } = walked;
  const currencies = query.currency === undefined ? null : [query.currency, BASE_CURRENCY];
  return {
    product_id: product.id,
    variant_id: purchase.variantId,
    channel: purchase.channel,
    quantity: purchase.quantity,
    at: isoOfMs(purchase.atMs),
    price: shownAmount(price.currency, price.priceCents),
    compare_at_price: shownAmount(price.currency, price.compareAtPriceCents),
    currency: price.currency,
    source: applying.priceListId === null ? ("base" as const) : ("price_list" as const),
    price_list_id: applying.priceListId,
    entry_id: applying.entryId,
    min_quantity: applying.minQuantity,
    next_tier: nextTierBody(applying, wanted, { offers, purchase }),
    conversion: conversionOf(applying, wanted),
    tax: taxOfPrice(price, applying, wanted),
    steps,
    considered: offers
      .slice(0, CONSIDERED_MAX)
      .map((offer) => Considered.of({ ...offer, reason: reasonOf(offer, { purchase, currencies, applying }) })),
  };
}

/** What the next larger quantity costs, as the price is wanted. */
function nextTierBody(applying: ApplyingPrice, wanted: Wanted, asked: Parameters<typeof walkPrice>[2]) {
  const next = nextTierOf(applying, asked.offers);
  const price = next && walkPrice({ ...applying, ...next }, wanted, asked)?.price;
  if (!price || price.priceCents === null) return null;
  return { min_quantity: next.minQuantity, price: shownAmount(price.currency, price.priceCents) };
}

/** `/products/{product_id}/price`: what somebody pays, and why. */
export const applyingPriceRoutes = (services: Services) =>
  accessRoutes(services, "Pricing").get(
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
          "What a customer pays for a quantity in a channel at a moment, and why: the first valid list by priority, then the newest, with its entry of the largest quantity reached; else the own price. `steps` says how the price came about, `tax` which tax it contains, `conversion` by the rate of which day it was converted, and `considered` of each entry why it does not apply.",
      },
    },
  );
