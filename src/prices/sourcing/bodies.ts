import { Type } from "@sinclair/typebox";
import type { ProductRow } from "../../../db/products/product-row.ts";
import type { Offer, PlatformMapping } from "../../../db/sourcing/offers.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";
import { marginPercent } from "../repricing/rules/money-math.ts";
import { centsInTerms, netTerms, type TaxModel, taxedOf, taxWithin, termsOfPrice } from "../tax/tax-model.ts";
import { termsBody } from "./offer-terms.ts";
import { type ScoredOffer, scoreOffers, WEIGHTS } from "./recommend.ts";

const PERCENT = 100;
const twoDecimals = (value: number): number => Math.round(value * PERCENT) / PERCENT;

/** A supplier of a product as the API shows it. */
export const offerBody = (offer: Offer, { supplierId }: ProductRow) => ({
  supplier_id: offer.supplierId,
  code: offer.code,
  name: offer.name,
  ...termsBody(offer),
  is_main: offer.supplierId === supplierId,
  is_active: offer.isActive,
  updated_at: isoOfMs(offer.updatedAtMs),
});

export const offersBody = (product: ProductRow, offers: readonly Offer[]) => ({
  product_id: product.id,
  items: offers.map((offer) => offerBody(offer, product)),
  total: offers.length,
});

const scoredBody = ({ offer, score, reasons }: ScoredOffer, product: ProductRow) => ({
  ...offerBody(offer, product),
  score,
  reasons,
});

/** The supplier to buy a product from, and the others by score. */
export function recommendationBody(product: ProductRow, offers: readonly Offer[]) {
  const [best, ...others] = scoreOffers(offers).map((scored) => scoredBody(scored, product));
  return { product_id: product.id, recommended: best ?? null, alternatives: others, weights: WEIGHTS };
}

/** What is left over the cost, both without tax; `null`: the tax rate of the product is not known. */
function marginOf(product: ProductRow, { price, best }: { price: number; best: number }, model: TaxModel | null) {
  const terms = model && { model, product: taxedOf(product), from: termsOfPrice(model), to: netTerms(model) };
  const net = terms ? centsInTerms(price, terms) : price;
  if (net === undefined) return null;
  const rate = terms ? (taxWithin(terms.model, terms.product, terms.from) ?? 0) : 0;
  return {
    amount: (net - best) / PERCENT,
    percent: price === 0 ? 0 : twoDecimals(marginPercent(price, best, rate)),
  };
}

/** What a product costs and earns. Offers without a price come last. */
export function sourcingBody(product: ProductRow, offers: readonly Offer[], tax: TaxModel | null) {
  const costs = offers.flatMap(({ costPriceCents }) => costPriceCents ?? []);
  const best = costs.length > 0 ? Math.min(...costs) : null;
  const main = offers.find(({ supplierId }) => supplierId === product.supplierId);
  const price = product.priceCents;
  const margin = price === null || best === null ? null : marginOf(product, { price, best }, tax);
  const byCost = offers.toSorted((a, b) => (a.costPriceCents ?? Infinity) - (b.costPriceCents ?? Infinity) || 0);
  return {
    product_id: product.id,
    main_supplier: main ? offerBody(main, product) : null,
    suppliers_count: offers.length,
    best_cost: priceOf(best),
    average_cost:
      costs.length === 0 ? null : Math.round(costs.reduce((sum, cost) => sum + cost, 0) / costs.length) / PERCENT,
    total_stock: product.stock,
    price: priceOf(price),
    margin,
    offers: byCost.map((offer) => offerBody(offer, product)),
    recommended_supplier_id: scoreOffers(offers)[0]?.offer.supplierId ?? null,
  };
}

/** What a product is called on a platform. */
export const PlatformMappings = view<PlatformMapping>()({
  connector_id: [Uuid, "connectorId"],
  connector_name: [Type.String(), "connectorName"],
  platform_id: [Type.String(), "platformId"],
  external_id: [Type.String(), "externalId"],
  external_url: [orNull(Type.String(), "Null if unknown."), "externalUrl"],
  last_synced_at: [
    orNull(Type.String({ format: "date-time" }), "Null before the first synchronisation."),
    ({ lastSyncedAtMs }) => isoOrNull(lastSyncedAtMs),
  ],
});
