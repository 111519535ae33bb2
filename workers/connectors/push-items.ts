import { createHash } from "node:crypto";
import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import { listOfferedPrices } from "../../db/pricing/price-lists.ts";
import type { PushItem, PushKind } from "../../src/connectors/engine/adapter.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { BASE_CURRENCY } from "../../src/kit/base-currency.ts";
import { applyingPrice } from "../../src/prices/pricing/applying-price.ts";

/** Inactive products are not sent, nor those that are not published where the tenant says so. */
export const isSendable = ({ status, workflowStatus }: PushedProduct, enforce: boolean): boolean =>
  status === "active" && (!enforce || workflowStatus === "published");

/** Stock and prices are sent of what is on the platform, and prices of what has one. */
export const isOfKind = (kind: PushKind, { externalId, priceCents }: PushItem): boolean =>
  kind === "products" || (externalId !== null && (kind === "stock" || priceCents !== null));

/** Those that are about to be made on the platform. */
export const unmadeOf = (items: readonly PushItem[]): string[] =>
  items.flatMap(({ externalId, productId }) => (externalId === null ? [productId] : []));

/** The products as they are sent: at the price of the platform's own list, where there is one. */
export async function itemsOf(
  products: readonly PushedProduct[],
  platformId: string,
  { db, services }: Pick<JobContext<"connectors.sync">, "db" | "services">,
): Promise<PushItem[]> {
  const ids = products.map(({ id }) => id);
  const offers = Map.groupBy(ids.length === 0 ? [] : await listOfferedPrices(db, ids), ({ productId }) => productId);
  return products.map((product) => {
    const { id, ean, reference, description, priceCents, imageUrl } = product;
    const purchase = { variantId: null, quantity: 1, channel: platformId, atMs: services.now() };
    const price = applyingPrice(offers.get(id) ?? [], purchase, priceCents);
    const address = imageUrl !== null && /^https?:/.test(imageUrl) ? imageUrl : null;
    return {
      productId: id,
      externalId: product.externalId,
      externalItemId: product.externalItemId,
      ean,
      sku: reference ?? ean ?? id,
      title: product.title,
      description: description ?? "",
      brand: product.brand,
      category: product.category,
      priceCents: price.priceCents,
      currency: price.currency ?? BASE_CURRENCY,
      stock: product.stock,
      weight: product.weight,
      imageUrl: address,
      // One that came by a pull has the images that its owner has given it.
      hasImage: product.sent === null || readSent(product.sent).products.endsWith(imagePart(address)),
    };
  });
}

/** What is not known to have been sent. */
const UNKNOWN = "?";

const hashOf = (text: string, length: number) => createHash("sha256").update(text).digest("base64url").slice(0, length);
const imagePart = (imageUrl: string | null) => `.${hashOf(imageUrl ?? "", 11)}`;

/** What of a product a platform gets: a hash of its content with one of its image, its stock, its price. */
export function partsOf(item: PushItem): Record<PushKind, string> {
  const { sku, ean, title, description, brand, category, weight, imageUrl, stock, priceCents, currency } = item;
  const content = JSON.stringify([sku, ean, title, description, brand, category, weight]);
  return {
    products: hashOf(content, 22) + imagePart(imageUrl),
    stock: String(stock),
    prices: `${priceCents ?? ""}${currency}`,
  };
}

/** What was sent of a product, as it is stored in its mapping. */
export function readSent(sent: string | null): Record<PushKind, string> {
  const [products = UNKNOWN, stock = UNKNOWN, prices = UNKNOWN] = sent?.split(" ") ?? [];
  return { products, stock, prices };
}

/** What is sent of a product once this kind is, as it is stored in its mapping. */
export function sentOf(before: string | null, item: PushItem, kind: PushKind, isSeparate: boolean): string {
  const parts = partsOf(item);
  const known = readSent(before);
  known[kind] = parts[kind];
  const { products, stock, prices } = kind === "products" && !isSeparate ? parts : known;
  return `${products} ${stock} ${prices}`;
}
