import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import { type ShopLevel, shopLevels } from "../../db/connectors/shop-orders.ts";
import type { OfferedPrice } from "../../db/pricing/price-lists.ts";
import { listOptionsOf, type Option } from "../../db/variants/options.ts";
import type { Variant } from "../../db/variants/variants.ts";
import { isSent } from "../../src/connectors/engine/fields.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { type PriceTerms, priceFor, taxOf } from "../../src/connectors/engine/price-terms.ts";
import type { ContentOptions } from "../../src/connectors/engine/push/content-options.ts";
import type { ContentPlan } from "../../src/connectors/engine/push/content-rules.ts";
import { emptiedSince } from "../../src/connectors/engine/push/emptied.ts";
import {
  NO_PARTS,
  type PushImage,
  type PushItem,
  type PushVariant,
} from "../../src/connectors/engine/push/push-item.ts";
import { fitItem } from "../../src/connectors/engine/push/text-limits.ts";
import { publicOrigin } from "../../src/connectors/engine/shop/shop-webhook.ts";
import type { StockOwner } from "../../src/connectors/engine/shop/stock-owner.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { applyingPrice } from "../../src/prices/pricing/applying/applying-price.ts";
import { findTaxModel, taxedOf, termsOfPrice } from "../../src/prices/tax/tax-model.ts";
import { type ReadContent, readContent } from "./item-content.ts";
import { readImages } from "./item-images.ts";
import { imagePart, isPriceUnknown, lackedPrice, readSent, sentFilled, wasReduced } from "./sent.ts";

/** Deleted and inactive products are not sent, nor those that are not published where the tenant says so. */
export const isSendable = ({ status, workflowStatus, deletedAtMs }: PushedProduct, enforce: boolean): boolean =>
  deletedAtMs === null && status === "active" && (!enforce || workflowStatus === "published");

/** Prices are sent of what is on the platform and has one, where the connector sends them. */
export const isPriced = (item: PushItem): boolean =>
  item.externalId !== null &&
  isSent(item, "price") &&
  [item, ...item.variants].some(({ priceCents }) => priceCents !== null);

/** Those that are about to be made on the platform. */
export const unmadeOf = (items: readonly PushItem[]): string[] =>
  items.flatMap(({ externalId, productId }) => (externalId === null ? [productId] : []));

/** By what products are made into items. */
export interface ItemPlace {
  platformId: string;
  options: Pick<ContentOptions, "sends">;
  plan: ContentPlan;
  prices: PriceTerms;
  stockOwner: StockOwner;
  /** Levels that are in doubt are settled by what the platform has. */
  comparesLevels: boolean;
  /** The connector has a rule of its own for the category. */
  rulesCategory: boolean;
}

/** What a variant or product costs on the platform: by its own list, where there is one. */
function priceOf(
  offers: readonly OfferedPrice[],
  own: { variantId: string | null; priceCents: number | null; compareAtPriceCents: number | null },
  { place: { platformId, prices }, hasReductions, nowMs }: Pick<Page, "place" | "hasReductions" | "nowMs">,
) {
  const purchase = { variantId: own.variantId, quantity: 1, channel: platformId, atMs: nowMs };
  const applies = applyingPrice(offers, purchase, own.priceCents);
  const { priceCents, currency, priceListId, compareAtPriceCents } = applies;
  const terms = prices.model ? termsOfPrice(prices.model, applies) : { includesTax: true, country: undefined };
  const before = priceListId === null ? own.compareAtPriceCents : compareAtPriceCents;
  const isReduced = hasReductions && before !== null && priceCents !== null && before > priceCents;
  return {
    price: { priceCents, currency, compareAtPriceCents: isReduced ? before : null, isNet: !terms.includesTax },
    country: terms.country,
  };
}

/** The names of options in their order, with the values that variants have. */
function optionsOf(variants: readonly Variant[], options: readonly Option[]) {
  const named = [
    ...options.map(({ name }) => name),
    ...variants.flatMap(({ optionValues }) => Object.keys(optionValues)),
  ];
  return [...new Set(named)].flatMap((name) => {
    const taken = new Set(variants.flatMap(({ optionValues }) => optionValues[name] ?? []));
    const ordered = options.find((option) => option.name === name)?.values.filter((value) => taken.has(value)) ?? [];
    const values = [...new Set([...ordered, ...taken])];
    return values.length === 0 ? [] : [{ name, values }];
  });
}

const numberOrNull = (value: unknown) => {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
};
const centsOrNull = (value: unknown) => (typeof value === "number" ? value : null);
const textOrNull = (text: string) => (text === "" ? null : text);

/** All that a page of products is made into items with. */
interface Page {
  place: ItemPlace;
  /** The platform has reduced prices, and the connector sends them. */
  hasReductions: boolean;
  content: ReadContent;
  images: Awaited<ReturnType<typeof readImages>>;
  options: ReadonlyMap<string, readonly Option[]>;
  /** The levels that the shop follows, by product, or product and variant. */
  levels: ReadonlyMap<string, ShopLevel>;
  nowMs: number;
}

/** The level that the shop follows, and the change of it that is in doubt; of a product that may have been made none is known. */
function levelOf({ isDoubtful }: PushedProduct, key: string, { levels, place: { comparesLevels } }: Page) {
  const known = isDoubtful ? undefined : levels.get(key);
  if (known === undefined) return { stockFrom: null };
  const { level: stockFrom, sentBy: by, sentFrom: from, isCrossed } = known;
  if (comparesLevels && isCrossed) return { stockFrom, stockSent: { by: by ?? 0, from: null } };
  if (by === null) return { stockFrom };
  // Of one that can be compared with nothing only a replacement is sure.
  return from === null && !comparesLevels ? { stockFrom: null } : { stockFrom, stockSent: { by, from } };
}

/** A weight to a thousandth of a gram: shops refuse what sums of fractions leave behind, 0.30000000000000004. */
const toMilligrams = (kilograms: number | null): number | null =>
  kilograms === null ? null : Math.round(kilograms * 1e6) / 1e6;

function variantsOf(product: PushedProduct, weight: number | null, page: Page): PushVariant[] {
  const { content, images, place } = page;
  const offers = content.facts.offers.get(product.id) ?? [];
  return (content.facts.variants.get(product.id) ?? []).map((variant) => {
    const { id: variantId, compareAtPriceCents, stock, sku, ean, optionValues: options } = variant;
    const own = { variantId, priceCents: variant.priceCents ?? product.priceCents, compareAtPriceCents };
    const applies = priceOf(offers, own, page);
    const { taxRate } = taxOf(place.prices, taxedOf(product), applies.country);
    const { currency: _, priceProblem: _why, isNet: _net, ...price } = priceFor(place.prices, applies.price, taxRate);
    return {
      ...{ variantId, externalId: product.parts?.variants[variantId] ?? null, sku, ean, options, stock },
      ...price,
      weight: toMilligrams(variant.weightKg) ?? weight,
      image: images.at(product.id, variant.imageUrl),
      ...(wasReduced(product.sent) && { wasReduced: true }),
      ...levelOf(product, `${product.id} ${variantId}`, page),
    };
  });
}

/** What the rules of the connector say of a product. */
function saidOf(id: string, { content, place: { plan } }: Page) {
  const said = (name: string) => textOrNull(content.text(id, name));
  const [language = "", ...others] = plan.languages;
  const categoryPath = content.text(id, "category").split(" > ").filter(Boolean);
  const tags = content.value(id, "tags");
  return {
    ean: said("ean"),
    sku: said("reference") ?? said("ean") ?? id,
    language,
    ...content.texts(id, language),
    translations: Object.fromEntries(others.map((other) => [other, content.texts(id, other)])),
    brand: said("brand"),
    category: categoryPath.at(-1) ?? null,
    categoryPath,
    type: said("type"),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    weight: toMilligrams(numberOrNull(content.value(id, "weight"))),
    attributes: plan.attributes.flatMap(({ target, column }) => {
      const value = said(column.name);
      return value === null ? [] : [{ name: target, value }];
    }),
  };
}

/** What a product costs there, and how many there are. */
function offerOf(product: PushedProduct, compareAt: unknown, page: Page) {
  const { id, priceCents, stock, sent } = product;
  const { content, place } = page;
  const own = { variantId: null, priceCents, compareAtPriceCents: centsOrNull(compareAt) };
  const applies = priceOf(content.facts.offers.get(id) ?? [], own, page);
  const tax = taxOf(place.prices, taxedOf(product), applies.country);
  const { isNet: _net, ...price } = priceFor(place.prices, applies.price, tax.taxRate);
  return {
    ...price,
    ...tax,
    stock,
    ...levelOf(product, id, page),
    ...(lackedPrice(sent) && { lackedPrice: true }),
    ...(wasReduced(sent) && { wasReduced: true }),
    ...(product.externalId !== null && isPriceUnknown(sent) && { isPriceUnknown: true }),
    ...(place.prices.tax === "both" && { isBothTaxed: true }),
    ...(place.stockOwner === "shop" && { isStockOfShop: true }),
  };
}

function itemOf(product: PushedProduct, page: Page): PushItem {
  const { id, externalId, externalItemId } = product;
  const { content, place } = page;
  const read = content.products.get(id);
  const said = saidOf(id, page);
  const images: PushImage[] = page.images.of(id);
  const variants = variantsOf(product, said.weight, page);
  const { depth: length = null, width = null, height = null } = read ?? {};
  const item: PushItem = {
    ...{ productId: id, externalId, externalItemId },
    ...said,
    categoryId: place.rulesCategory ? null : (read?.categoryId ?? null),
    categoryIds: [],
    ...offerOf(product, read?.extra["compare_at_price"], page),
    ...{ length, width, height, images },
    // One that came by a pull has the images that its owner has given it.
    hasImages: product.sent === null || readSent(product.sent).products.endsWith(imagePart({ images, variants })),
    options: optionsOf(content.facts.variants.get(id) ?? [], page.options.get(id) ?? []),
    variants,
    parts: product.parts ?? NO_PARTS,
    ...(place.options.sends && { sends: place.options.sends }),
  };
  const emptied = emptiedSince(externalId === null ? "" : sentFilled(product.sent), item);
  return emptied.size === 0 ? item : { ...item, emptied };
}

/** The products as they are sent: their texts by the connector's rules, at the price of the platform's own list, where there is one. */
export async function itemsOf(
  products: readonly PushedProduct[],
  { prices, ...rest }: ItemPlace,
  { db, services, connectorId }: Pick<JobContext<"connectors.sync">, "db" | "services"> & { connectorId: string },
): Promise<PushItem[]> {
  const ids = products.map(({ id }) => id);
  if (ids.length === 0) return [];
  const nowMs = services.now();
  const origin = publicOrigin(services.config);
  const place = { ...rest, prices: { ...prices, model: await findTaxModel(db, nowMs) } };
  const content = await readContent(db, place.plan, ids, nowMs);
  const images = await readImages(db, [...content.products.values()], { tenantId: db.tenantId, origin });
  const options = Map.groupBy(await listOptionsOf(db, ids), ({ productId }) => productId);
  const levels = new Map(
    (await shopLevels.list(db, { where: { connectorId, productId: ids } })).map((level) => [
      level.variantId === "" ? level.productId : `${level.productId} ${level.variantId}`,
      level,
    ]),
  );
  const { fields = {}, limits } = findPlatform(place.platformId) ?? {};
  const hasReductions = fields.compare_at_price !== undefined && (place.options.sends?.has("compare_at_price") ?? true);
  const page = { place, hasReductions, content, images, options, levels, nowMs };
  return products.map((product) => fitItem(itemOf(product, page), limits));
}
