import { isSent } from "../../engine/fields.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { struckPrice } from "../each.ts";
import { CHANNEL, call } from "./octopia-calls.ts";

// Source: https://developer.octopia-io.net/api-reference/offer-management/retrieve-offers, https://developer.octopia-io.net/?p=3069
/** Offers that one request reads: an address has its limits. */
const READ_MAX = 50;

/** Offers as Octopia has them, by their SKUs. */
export async function offersThere(api: Api, skus: readonly string[]): Promise<Map<string, unknown>> {
  const found = await gathered(skus, READ_MAX, async (some) => {
    const query = { salesChannelId: CHANNEL, limit: String(READ_MAX), sellerExternalReferences: some.join(",") };
    const answer = await call(api, `offers?${new URLSearchParams(query)}`);
    return listOf(member(answer.json(), "items"));
  });
  return new Map(found.map((offer) => [textOf(member(offer, "sellerExternalReference")) ?? "", offer]));
}

/** An offer as Octopia has it; the sheet of its product may be another seller's. How many are left is said by some channels alone. */
const pulledOf = ([sku, offer]: [string, unknown]): PulledProduct => {
  const price = member(offer, "integrationPrice", "price") ?? member(offer, "facialPrice", "price");
  const ean = eanAmong(member(offer, "product", "gtin"));
  const said = { priceCents: centsOf(price), stock: numberOf(member(offer, "quantity")) };
  return { externalId: sku, sku, ean, ...present(said) };
};

/** Offers by their SKUs. */
export const read = async (api: Api, skus: readonly string[]): Promise<PulledProduct[]> =>
  [...(await offersThere(api, skus))].map(pulledOf);

/** What an offer costs. With a price all of its taxes go: those that Octopia has of it. */
function priceOf(offer: Offer, taxes: readonly unknown[]) {
  const origin = struckPrice(offer);
  return {
    price: (offer.priceCents ?? 0) / 100,
    ...(origin !== null && { originPrice: origin / 100 }),
    ...(taxes.length > 0 && { taxes }),
  };
}

/** The taxes that go with a price: those that Octopia has of the offer; of one that it does not report, the VAT. */
function taxesOf({ taxRate = null }: PushItem, there: unknown): unknown[] {
  if (there !== undefined) return listOf(member(there, "integrationPrice", "taxes"));
  return taxRate === null ? [] : [{ code: "VAT", value: taxRate }];
}

/** The change of an offer. `there`: as Octopia has it; `undefined`: it does not report it. */
export function changeOf(kind: "stock" | "prices", offer: Offer, there: unknown): Record<string, unknown> {
  const taxes = taxesOf(offer, there);
  return {
    sellerExternalReference: skuOf(offer),
    ...(kind === "stock" ? { quantity: offer.stock } : { price: priceOf(offer, taxes) }),
  };
}

const DELIVERY = /^deliveryModes\.([^.]+)$/;
/** What the connector's rules say of an offer that is to be made, beside its deliveries. */
const RULES = { preparation: "offer.preparationTime", eco: "taxes.Ecotax", devices: "taxes.Deatax" } as const;
/** What is said of an offer that is not there, and that no rules make. */
export const makeIt = (sku: string): string =>
  `Cdiscount has no offer with the SKU ${sku}: make it in the seller zone, or give sync_options.field_map rules for its deliveries (deliveryModes.CODE), its offer.preparationTime and its taxes.Ecotax`;

/** What the rules of a connector say of an offer: `null` where one is no number. */
function rulesOf({ attributes }: PushItem) {
  const said = new Map(attributes.map(({ name, value }) => [name, numberOf(value.replace(",", ".")) ?? null]));
  const deliveryModes = [...said].flatMap(([name, cost]) => {
    const [, code] = DELIVERY.exec(name) ?? [];
    const additionalCost = said.get(`${name}.additionalCost`) ?? null;
    if (code === undefined || cost === null) return [];
    return [{ code, cost, ...(additionalCost !== null && { additionalCost }) }];
  });
  const of = (name: string) => said.get(name) ?? null;
  return { deliveryModes, preparation: of(RULES.preparation), eco: of(RULES.eco), devices: of(RULES.devices) ?? 0 };
}

/** Whether the connector has rules by which offers are made. */
export const makesOffers = ({ attributes }: PushItem): boolean => attributes.some(({ name }) => DELIVERY.test(name));

/** An offer that is to be made, or why it cannot be. */
export function newOffer(offer: Offer): { offer: Record<string, unknown> } | { lack: string } {
  const { deliveryModes, preparation, eco, devices } = rulesOf(offer);
  const { ean, priceCents, taxRate = null, stock, isStockOfShop } = offer;
  if (deliveryModes.length === 0 || preparation === null || eco === null) return { lack: makeIt(skuOf(offer)) };
  if (ean === null) return { lack: "Octopia wants an EAN" };
  if (priceCents === null || !isSent(offer, "price")) return { lack: "A new offer needs a price" };
  if (taxRate === null) {
    return { lack: "A new offer says its VAT: set the product's tax_rate, or sync_options.default_tax_rate" };
  }
  const taxes = [
    { code: "VAT", value: taxRate },
    { code: "Ecotax", value: eco },
    { code: "Deatax", value: devices },
  ];
  const isOurs = isStockOfShop !== true && isSent(offer, "stock");
  return {
    offer: {
      sellerExternalReference: skuOf(offer),
      product: { gtin: ean },
      condition: "New",
      price: priceOf(offer, taxes),
      deliveryModes,
      preparationTime: Math.trunc(preparation),
      quantity: isOurs ? stock : 0,
    },
  };
}
