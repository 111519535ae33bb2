import { isSent, sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, present, textOf } from "../../engine/platform-values.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import type { Ebay } from "./ebay-call.ts";
import { picturesFor } from "./ebay-limits.ts";
import { makeOffers, offered, type Wanted } from "./ebay-offers.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: createOrReplaceInventoryItemGroup, publishOfferByInventoryItemGroup
const INVENTORY = "sell/inventory/v1";
/** What the seller has said of a group beside what we say. */
const UNCHANGED = ["subtitle", "videoIds"];

/** An offer of a variant, stored as an item of its own. */
export interface Stored {
  offer: Offer;
  sku: string;
}

/** The option that pictures of variants go by: of one value all have the same picture; else the first. */
function pictureOption(stored: readonly Stored[]): string | undefined {
  const variants = stored.flatMap(({ offer }) => offer.group?.variant ?? []);
  if (variants.every(({ image }) => image === null)) return undefined;
  const names = stored[0]?.offer.group?.options.map(({ name }) => name) ?? [];
  const isOnePicture = (name: string) =>
    [...Map.groupBy(variants, ({ options }) => options[name] ?? "").values()].every(
      (same) => new Set(same.map(({ image }) => image?.key)).size === 1,
    );
  return names.find(isOnePicture) ?? names[0];
}

/** By what variants differ: each option with the values that some of them have. */
function variesBy(stored: readonly Stored[]) {
  const options = stored[0]?.offer.group?.options ?? [];
  const valuesOf = (name: string) => [
    ...new Set(stored.flatMap(({ offer }) => offer.group?.variant.options[name] ?? [])),
  ];
  const pictured = pictureOption(stored);
  return {
    specifications: options.map(({ name, values }) => {
      const taken = new Set(valuesOf(name));
      return { name, values: values.filter((value) => taken.has(value)) };
    }),
    ...(pictured !== undefined && { aspectsImageVariesBy: [pictured] }),
  };
}

/** A group as it is sent: what is sent replaces all of it, so what we do not know of it, or do not send, is sent as it is there. */
function groupOf(stored: readonly Stored[], there: unknown, kept: readonly string[]) {
  const [{ offer } = { offer: undefined }] = stored;
  const { title = "", description = "", brand = null, group, sends } = offer ?? {};
  const known = Object(there ?? {});
  const of = { externalId: known.title === undefined ? null : "known", ...(sends && { sends }) };
  const ours = isSent(of, "images") ? picturesFor(group?.images ?? []) : [];
  const images = ours.length > 0 ? ours : listOf(known.imageUrls);
  const aspects = { ...known.aspects, ...sentFields(of, { brand: brand !== null && { Brand: [brand] } }) };
  return {
    ...present(Object.fromEntries(UNCHANGED.map((name) => [name, known[name]]))),
    ...{ title: known.title, description: known.description ?? description },
    ...sentFields(of, { name: { title }, description: { description } }),
    ...(Object.keys(aspects).length > 0 && { aspects }),
    ...(images.length > 0 && { imageUrls: images }),
    variantSKUs: [...stored.map(({ sku }) => sku), ...kept],
    variesBy: variesBy(stored),
  };
}

/**
 * Makes or replaces the group of variants. One that is no longer here leaves it; eBay lets none go that was sold, which then stays
 * with a stock of 0.
 */
async function putGroup({ call }: Ebay, key: string, stored: readonly Stored[]): Promise<string[]> {
  const path = `${INVENTORY}/inventory_item_group/${encodeURIComponent(key)}`;
  const there = await call(path, {}, (status) => status < 400 || status === 400 || status === 404);
  const gone = new Set(stored.flatMap(({ offer }) => offer.group?.gone ?? []));
  const ours = new Set(stored.map(({ sku }) => sku));
  const others = listOf(member(there, "variantSKUs"))
    .flatMap((sku) => textOf(sku) ?? [])
    .filter((sku) => !ours.has(sku));
  const put = (kept: readonly string[]) => call(path, { method: "PUT", json: groupOf(stored, there, kept) });
  const stays = others.filter((sku) => !gone.has(sku));
  if (stays.length === others.length) {
    await put(stays);
    return [];
  }
  try {
    await put(stays);
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    await put(others);
    const left = others.filter((sku) => gone.has(sku)).join(", ");
    return [`eBay keeps the variants ${left}, which are no longer here, with a stock of 0: ${error.message}`];
  }
}

/** Publishes the offers of a group as one listing. */
const publishGroup = ({ call, marketplace: marketplaceId }: Ebay, inventoryItemGroupKey: string) =>
  call(`${INVENTORY}/offer/publish_by_inventory_item_group`, {
    method: "POST",
    json: { inventoryItemGroupKey, marketplaceId },
  });

const refused = (stored: readonly Stored[], error: unknown): PushOutcome[] => {
  if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
  return stored.map(({ offer: { productId } }) => ({ productId, error: error.message }));
};

/** Makes offers of variants, and publishes them with the others of their group. */
export async function offerVariants(ebay: Ebay, key: string, stored: readonly Stored[]): Promise<PushOutcome[]> {
  const wanted = stored.map(({ offer: item, sku }): Wanted => ({ item, sku }));
  const { outcomes, unpublished } = await makeOffers(ebay, wanted);
  if (unpublished.length > 0) await publishGroup(ebay, key);
  return [...outcomes, ...unpublished.map((made) => offered(ebay, made))];
}

/** Puts stored variants into their groups, and offers those that are new and have a price. */
export async function groupVariants(ebay: Ebay, all: readonly Stored[]): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  for (const [key, stored] of Map.groupBy(all, ({ offer }) => offer.group?.sku ?? "")) {
    try {
      const remarks = await putGroup(ebay, key, stored);
      const fresh = stored.filter(({ offer }) => offer.externalId === null && offer.priceCents !== null);
      const fromNew = new Map(
        (fresh.length === 0 ? [] : await offerVariants(ebay, key, fresh)).map((each) => [each.productId, each]),
      );
      const said = remarks.length > 0 && { remarks };
      outcomes.push(
        ...stored.map(({ offer: { productId }, sku: externalId }): PushOutcome => {
          const outcome = fromNew.get(productId) ?? { productId, externalId };
          return "error" in outcome ? outcome : { ...outcome, ...said };
        }),
      );
    } catch (error) {
      outcomes.push(...refused(stored, error));
    }
  }
  return outcomes;
}
