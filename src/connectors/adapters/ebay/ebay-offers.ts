import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { ApiAnswer } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";
import type { Ebay } from "./ebay-call.ts";
import { pricingOf } from "./ebay-prices.ts";
import { notedAs, saidCategory, vatOf } from "./ebay-said.ts";

// Source: https://developer.ebay.com/api-docs/sell/static/inventory/publishing-offers.html : an offer needs a category, a place
// and three business policies; https://developer.ebay.com/api-docs/commerce/taxonomy/overview.html : which category
const BATCH = 25;
const INVENTORY = "sell/inventory/v1";
const TAXONOMY = "commerce/taxonomy/v1";
const POLICIES = ["fulfillment", "payment", "return"] as const;

/** What eBay says of one of many that were sent together. */
const refusalIn = (answered: unknown): string | undefined => {
  const status = numberOf(member(answered, "statusCode"));
  if (status !== undefined && status < 400) return undefined;
  return textOf(member(answered, "errors", 0, "message")) ?? "eBay said nothing of it";
};

const isRead = (status: ApiAnswer["status"]) => status < 400 || status === 400;

const isOpen = (place: unknown) => member(place, "merchantLocationStatus") !== "DISABLED";
const placesOf = async (call: Ebay["call"]) =>
  listOf(member(await call(`${INVENTORY}/location?limit=100`), "locations"));

/** The seller's own policies and place, which each offer names. Throws `PlatformError` when one is missing. */
const termsOf = ({ call, once, marketplace, locationKey }: Ebay) =>
  once("terms", async () => {
    const policies = POLICIES.map(async (kind) => {
      const query = new URLSearchParams({ marketplace_id: marketplace });
      const found = await call(`sell/account/v1/${kind}_policy?${query}`);
      const all = listOf(member(found, `${kind}Policies`));
      const isDefault = (policy: unknown) => member(policy, "categoryTypes", 0, "default") === true;
      const id = textOf(member(all.find(isDefault) ?? all[0], `${kind}PolicyId`));
      if (id === undefined) throw new PlatformError("refused", `The seller has no ${kind} policy for ${marketplace}`);
      return [`${kind}PolicyId`, id] as const;
    });
    const listingPolicies = Object.fromEntries(await Promise.all(policies));
    const places = await placesOf(call);
    const keyOf = (place: unknown) => textOf(member(place, "merchantLocationKey"));
    const open = places.filter(isOpen).flatMap((place) => keyOf(place) ?? []);
    const merchantLocationKey = locationKey === "" ? open[0] : open.find((key) => key === locationKey);
    if (merchantLocationKey === undefined) {
      const known = open.length === 0 ? "" : ` ${locationKey}: give location_key as one of ${open.join(", ")}`;
      throw new PlatformError("refused", `The seller has no inventory location${known}`);
    }
    return { listingPolicies, merchantLocationKey };
  });

/** What a seller lets choose from, and what an offer would lack. */
export async function sellerFacts(ebay: Ebay): Promise<ShopFacts> {
  const locations = await choicesOf(async () => (await placesOf(ebay.call)).filter(isOpen), {
    ...{ id: "merchantLocationKey", name: "name" },
  });
  try {
    await termsOf(ebay);
    return { choices: { locations }, warnings: [] };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
    return { choices: { locations }, warnings: [`No offer can be made: ${error.message}`] };
  }
}

/** The category of a product: the one that is said, else what eBay suggests for its title. */
async function categoryOf({ call, once, marketplace }: Ebay, item: PushItem): Promise<string> {
  const said = saidCategory(item);
  if (said !== undefined) return said;
  const { title } = item;
  const tree = await once("tree", async () => {
    const query = new URLSearchParams({ marketplace_id: marketplace });
    return textOf(member(await call(`${TAXONOMY}/get_default_category_tree_id?${query}`), "categoryTreeId")) ?? "0";
  });
  const query = new URLSearchParams({ q: title.slice(0, 100) });
  const path = `${TAXONOMY}/category_tree/${tree}/get_category_suggestions?${query}`;
  // Variants have the title of their product.
  const id = await once(path, async () =>
    textOf(member(await call(path), "categorySuggestions", 0, "category", "categoryId")),
  );
  if (id === undefined) throw new PlatformError("refused", "eBay suggests no category for this title");
  return id;
}

/** The offer that an item has on this marketplace, with all that eBay says of it. */
export async function findOffer({ call, marketplace }: Ebay, sku: string) {
  const query = new URLSearchParams({ sku, marketplace_id: marketplace });
  const found = await call(`${INVENTORY}/offer?${query}`, {}, (status) => status < 400 || status === 404);
  const there = member(found, "offers", 0);
  const offerId = textOf(member(there, "offerId"));
  const isPublished = member(there, "status") === "PUBLISHED";
  return offerId === undefined ? undefined : { offerId, isPublished, there };
}

export interface Wanted {
  item: PushItem;
  sku: string;
}

interface Made extends Wanted {
  offerId: string;
  /** It was made just now, by what is said here. */
  isOurs: boolean;
}

/** What becomes of an item that is offered. What an offer was that was there before is not known. */
export const offered = (ebay: Ebay, { item, sku, offerId, isOurs }: Made): PushOutcome => ({
  ...{ productId: item.productId, externalId: sku, externalItemId: offerId },
  ...(isOurs && { parts: notedAs(ebay, item) }),
});

async function offerFields(ebay: Ebay, { item, sku }: Wanted) {
  return {
    ...(await termsOf(ebay)),
    sku,
    marketplaceId: ebay.marketplace,
    format: "FIXED_PRICE",
    listingDuration: "GTC",
    // None of its own (`availableQuantity`): it would stay when the stock of the item moves.
    categoryId: await categoryOf(ebay, item),
    pricingSummary: pricingOf(ebay.marketplace, item),
    ...vatOf(item),
  };
}

/** The offer that was made of an item, or the one that eBay has already, taken as it is. */
async function offerOf(ebay: Ebay, { sku }: Wanted, answered: unknown) {
  const error = refusalIn(answered);
  const offerId = error === undefined ? textOf(member(answered, "offerId")) : undefined;
  if (offerId !== undefined) return { offerId, isPublished: false, isOurs: true };
  const known = /already exists/i.test(error ?? "") ? await findOffer(ebay, sku) : undefined;
  return known ? { ...known, isOurs: false } : { error: error ?? "eBay gave no offer" };
}

/** Makes the offers of some items. */
export async function makeOffers(ebay: Ebay, items: readonly Wanted[]) {
  const outcomes: PushOutcome[] = [];
  const unpublished: Made[] = [];
  const requests = [];
  for (const wanted of items) requests.push(await offerFields(ebay, wanted));
  const answer = await ebay.call(`${INVENTORY}/bulk_create_offer`, { method: "POST", json: { requests } }, isRead);
  const bySku = new Map(listOf(member(answer, "responses")).map((each) => [textOf(member(each, "sku")), each]));
  for (const wanted of items) {
    const { item, sku } = wanted;
    const offer = await offerOf(ebay, wanted, bySku.get(sku) ?? answer);
    if ("error" in offer) outcomes.push({ productId: item.productId, error: offer.error });
    else if (offer.isPublished) outcomes.push(offered(ebay, { ...wanted, ...offer }));
    else unpublished.push({ ...wanted, ...offer });
  }
  return { outcomes, unpublished };
}

async function publish(ebay: Ebay, offers: readonly Made[]): Promise<PushOutcome[]> {
  if (offers.length === 0) return [];
  const json = { requests: offers.map(({ offerId }) => ({ offerId })) };
  const answer = await ebay.call(`${INVENTORY}/bulk_publish_offer`, { method: "POST", json }, isRead);
  const byId = new Map(listOf(member(answer, "responses")).map((each) => [textOf(member(each, "offerId")), each]));
  return offers.map((made) => {
    const error = refusalIn(byId.get(made.offerId) ?? answer);
    const isOn = error === undefined || /already (?:been )?published/i.test(error);
    return isOn ? offered(ebay, made) : { productId: made.item.productId, error };
  });
}

/** Offers items on the marketplace: makes and publishes an offer for each, 25 a request. */
export async function offerItems(ebay: Ebay, items: readonly Wanted[]): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  for (const batch of portionsOf(items, BATCH)) {
    try {
      const made = await makeOffers(ebay, batch);
      outcomes.push(...made.outcomes, ...(await publish(ebay, made.unpublished)));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      outcomes.push(...batch.map(({ item }) => ({ productId: item.productId, error: error.message })));
    }
  }
  return outcomes;
}
