import { type KnownParts, NO_PARTS, type PushItem, type PushVariant, skuOf } from "./push-item.ts";
import type { PushKind, PushOutcome } from "./push-outcome.ts";
import { dueVariants, isVaried, shapeProblem, variantRemark } from "./variant-changes.ts";

/*
 * Marketplaces know offers, not products with variants: each variant goes as an offer of its own, by its own SKU and EAN. What the
 * offers of a product have in common, its group, is known by the SKU of the product.
 */

/** A variant of a product as an offer of its own; `group`: what it has in common with the others. */
export interface Offer extends PushItem {
  group?: {
    sku: string;
    variant: PushVariant;
    options: PushItem["options"];
    images: PushItem["images"];
    /** Nothing of the product is there, as far as we know. */
    isNew: boolean;
    /** The offers of variants that are no longer here. */
    gone: readonly string[];
  };
}

const hasParts = ({ parts }: PushItem) => Object.keys(parts.variants).length > 0;
const noPartsBut = (offer: string | undefined): KnownParts => ({ ...NO_PARTS, ...(offer !== undefined && { offer }) });
const offerId = ({ productId }: PushItem, variantId: string) => `${productId} ${variantId}`;

/** The offers that a marketplace has of variants that are no longer here, by our id. */
function goneIn(item: PushItem): [variantId: string, externalId: string][] {
  const here = new Set(item.variants.map(({ variantId }) => variantId));
  return isVaried(item) ? Object.entries(item.parts.variants).filter(([variantId]) => !here.has(variantId)) : [];
}

function offerOf(item: PushItem, variant: PushVariant): Offer {
  const { sku, ean, priceCents, compareAtPriceCents, stock, stockFrom = null, stockThere = null } = variant;
  const { weight, image, externalId } = variant;
  const { options, images } = item;
  const own = image === null ? [] : [image];
  return {
    ...item,
    ...{ sku, ean, priceCents, compareAtPriceCents, stock, stockFrom, stockThere, weight, externalId },
    productId: offerId(item, variant.variantId),
    externalItemId: null,
    images: [...own, ...images.filter(({ key }) => key !== image?.key)],
    options: [],
    variants: [],
    parts: noPartsBut(item.parts.offer),
    group: {
      ...{ sku: skuOf(item), variant, options, images, isNew: !hasParts(item) },
      gone: goneIn(item).map(([, id]) => id),
    },
  };
}

function variantsFor(kind: PushKind, item: PushItem): readonly PushVariant[] {
  if (kind === "products") return item.variants;
  return kind === "stock" ? dueVariants(item) : item.variants.filter(({ externalId }) => externalId !== null);
}

/** The offers of some products; stock and prices are of those that are there. */
const offersOf = (kind: PushKind, items: readonly PushItem[]): Offer[] =>
  items.flatMap((item) => {
    // One that was several before is to be made.
    if (!isVaried(item)) return [kind === "products" && hasParts(item) ? { ...item, externalId: null } : item];
    const gone = kind === "stock" ? emptyOffers(item) : [];
    return [...variantsFor(kind, item).map((variant) => offerOf(item, variant)), ...gone];
  });

/** Whether offers of a product are to be taken from sale: with its stock theirs becomes 0. */
export const hasGoneOffers = (item: PushItem): boolean => item.isStockOfShop !== true && goneIn(item).length > 0;

const emptyOffers = (item: PushItem): Offer[] =>
  goneIn(item).map(([variantId, externalId]) => ({
    ...item,
    ...{ externalId, sku: externalId, stock: 0, stockFrom: null, variants: [], options: [], parts: NO_PARTS },
    productId: offerId(item, variantId),
  }));

type Outcomes = ReadonlyMap<string, PushOutcome>;
const byProduct = (outcomes: readonly PushOutcome[]): Outcomes =>
  new Map(outcomes.map((each) => [each.productId, each]));

/** What the variants of a product are called now, and what is said of those that were refused. */
function variantsAfter(item: PushItem, outcomes: Outcomes) {
  const ids: Record<string, string> = {};
  const remarks: string[] = [];
  const lost: PushOutcome[] = [];
  for (const { variantId, sku, externalId } of item.variants) {
    const outcome = outcomes.get(offerId(item, variantId));
    if (outcome === undefined) {
      if (externalId !== null) ids[variantId] = externalId;
      continue;
    }
    if (!("error" in outcome)) {
      ids[variantId] = outcome.externalId;
      remarks.push(...(outcome.remarks ?? []));
      continue;
    }
    lost.push(outcome);
    remarks.push(variantRemark({ sku }, outcome.error));
    if (outcome.isMissing !== true && externalId !== null) ids[variantId] = externalId;
  }
  return { ids, remarks, lost };
}

/** What the offers that go are still called, until they have a stock of 0, and what is said of those that we may not empty. */
function goneAfter(kind: PushKind, item: PushItem, outcomes: Outcomes) {
  const gone = goneIn(item);
  if (item.isStockOfShop === true) {
    const remarks = gone.map(([, id]) => `Its variant ${id} is no longer here: take its offer from sale there`);
    return { left: {}, remarks: kind === "products" ? remarks : [] };
  }
  const isLeft = ([variantId]: (typeof gone)[number]) => {
    const outcome = outcomes.get(offerId(item, variantId));
    return outcome === undefined || ("error" in outcome && outcome.isMissing !== true);
  };
  return { left: Object.fromEntries(gone.filter(isLeft)), remarks: [] };
}

/** What the offers of a product were all said to be; `undefined`: one of them is not known. */
function saidOfAll(kind: PushKind, item: PushItem, outcomes: Outcomes): string | undefined {
  if (kind !== "products") return item.parts.offer;
  const said = item.variants.map(({ variantId }) => {
    const outcome = outcomes.get(offerId(item, variantId));
    return outcome && "parts" in outcome ? outcome.parts?.offer : undefined;
  });
  return new Set(said).size === 1 ? said[0] : undefined;
}

/** What became of a product of which each variant was an offer. */
function productOutcome(kind: PushKind, item: PushItem, outcomes: Outcomes): PushOutcome {
  const { productId } = item;
  const { ids, remarks, lost } = variantsAfter(item, outcomes);
  const isGone = (each: PushOutcome) => "error" in each && each.isMissing === true;
  const isAll = lost.length > 0 && lost.length === item.variants.length;
  // A level or a price that was refused goes again, which only an error of the product says.
  if (isAll || (kind !== "products" && !lost.every(isGone))) {
    const isMissing = isAll && lost.every(isGone);
    return { productId, error: remarks.join("; "), ...(isMissing && { isMissing }) };
  }
  const gone = goneAfter(kind, item, outcomes);
  const said = [...new Set([...remarks, ...gone.remarks])];
  // With prices none is made, and those that go have gone with the stock.
  const isKnown = kind === "prices" && lost.length === 0;
  return {
    ...{ productId, externalId: skuOf(item), externalItemId: item.externalItemId },
    ...(!isKnown && {
      parts: {
        ...noPartsBut(saidOfAll(kind, item, outcomes)),
        ...{ variants: { ...ids, ...gone.left }, images: item.parts.images },
      },
    }),
    ...(said.length > 0 && { remarks: said }),
    ...(lost.length > 0 && { lacks: "variants" }),
  };
}

/** How a marketplace is sent offers. */
interface OfferWay {
  /** Those of these that it has. */
  read: (skus: readonly string[]) => Promise<readonly { externalId: string }[]>;
  send: (offers: readonly Offer[]) => Promise<PushOutcome[]>;
}

/** Products that are one offer there and several here, or the other way round: it would be half sent, unless the other is gone. */
async function reshaped(items: readonly PushItem[], read: OfferWay["read"]): Promise<Map<PushItem, string>> {
  const changed = items.filter((item) => item.externalId !== null && isVaried(item) !== hasParts(item));
  const skusOf = (item: PushItem) => (isVaried(item) ? [item.externalId ?? ""] : Object.values(item.parts.variants));
  const skus = changed.flatMap(skusOf);
  const known = new Set(skus.length === 0 ? [] : (await read(skus)).map(({ externalId }) => externalId));
  const stays = changed.filter((item) => skusOf(item).some((sku) => known.has(sku)));
  return new Map(
    stays.flatMap((item) => {
      const problem = shapeProblem(item, !isVaried(item));
      return problem === undefined ? [] : [[item, problem] as const];
    }),
  );
}

/** Sends products of which each variant is an offer. Says of each what became of it. */
export async function pushAsOffers(kind: PushKind, all: readonly PushItem[], way: OfferWay): Promise<PushOutcome[]> {
  const wrong = kind === "products" ? await reshaped(all, way.read) : new Map<PushItem, string>();
  const items = all.filter((item) => !wrong.has(item));
  const offers = offersOf(kind, items);
  const outcomes = byProduct(offers.length === 0 ? [] : await way.send(offers));
  return all.map((item): PushOutcome => {
    const { productId } = item;
    const error = wrong.get(item);
    if (error !== undefined) return { productId, error };
    if (isVaried(item)) return productOutcome(kind, item, outcomes);
    const outcome = outcomes.get(productId) ?? { productId, error: "The marketplace said nothing of it" };
    // What its variants were called is of no use any more.
    return hasParts(item) && !("error" in outcome) ? { ...outcome, parts: NO_PARTS } : outcome;
  });
}
