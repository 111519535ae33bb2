import { isSent, type Source } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { digestOf, firstStockOf, newImagesOf, pushEach } from "../each.ts";
import { BULK, type Done, fileLength, hasBulk, isKept, NAME, sendRows } from "./magento-bulk.ts";
import { attributesOf, galleryOf, imagesIn, linksOf } from "./magento-content.ts";
import { areUnderWay, sendFamilies } from "./magento-families.ts";
import { regularPrice, specialPrice } from "./magento-prices.ts";
import { amongSkus, call } from "./magento-requests.ts";
import { openFamilies } from "./magento-variants.ts";

const PAGE = 100;
const DEFAULT_ATTRIBUTE_SET = 4;
const TOO_LARGE = 413;

/** Products of the shop, of which only those are read that are asked about. */
async function openThere(api: Api, items: readonly PushItem[]) {
  const skus = items.flatMap(({ externalId }) => externalId ?? []);
  const found = new Set((await search(api, skus)).map(({ externalId }) => externalId));
  return ({ externalId }: PushItem) => externalId !== null && found.has(externalId);
}

const workOf = (items: readonly PushItem[]) => ({ name: NAME, content: digestOf(items) });

/** How long the files are that go with a product; `null`: that is not known before they are fetched. */
function filesOf(item: PushItem): number | null {
  const added = (newImagesOf(item) ?? []).filter(({ key }) => item.parts.images[key] === undefined);
  const sizes = added.map(({ file }) => file?.sizeBytes ?? null);
  return sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + fileLength(size)), 0);
}

const NO_GALLERY = { fields: {} };
const bodyOf = (item: PushItem, isThere: boolean, gallery: Gallery) => ({
  product: productOf(item, isThere, gallery),
  saveOptions: true,
});

/** Products that Magento's queue can keep, with the length of each; the others, such as those with large pictures, go alone. */
const keptOf = (items: readonly PushItem[]) =>
  items.flatMap((item) => {
    const files = filesOf(item);
    const body = bodyOf(item, false, NO_GALLERY);
    return files !== null && isKept(body, files) ? [{ item, length: JSON.stringify(body).length + files }] : [];
  });
type Kept = ReturnType<typeof keptOf>;
const itemsIn = (kept: Kept) => kept.map(({ item }) => item);

/** Whether these are products of a bulk request that was begun in an earlier turn. */
export async function isUnderWay(api: Api, items: readonly PushItem[]): Promise<boolean> {
  const plain = items.filter((item) => !isVaried(item));
  const isBegun = plain.length > BULK.above && (await api.isFollowed(workOf(itemsIn(keptOf(plain)))));
  return isBegun || areUnderWay(api, items.filter(isVaried));
}

/** What follows products that went in bulk. */
type Next = () => Promise<void>;

/** Sends products in bulk, as many in a request as it may hold. */
function sendKept(api: Api, kept: Kept, next: Next): Promise<Done[]> {
  let isThere: Awaited<ReturnType<typeof openThere>> | undefined;
  const rows = kept.map(({ item, length }) => ({
    length,
    body: async () => {
      isThere ??= await openThere(api, itemsIn(kept));
      return bodyOf(item, isThere(item), await galleryOf(api, item));
    },
  }));
  return sendRows(api, { content: workOf(itemsIn(kept)).content, rows, next });
}

/** What became of those that went in bulk. Those that the shop's queue did not come through with are in none of them. */
async function pushInBulk(api: Api, kept: Kept, next: Next): Promise<Map<PushItem, PushOutcome>> {
  const outcomes = new Map<PushItem, PushOutcome>();
  try {
    const done = await sendKept(api, kept, next);
    for (const [place, { item }] of kept.entries()) {
      const each = done[place];
      const { productId, externalId, sku } = item;
      if (each === "done") outcomes.set(item, { productId, externalId: externalId ?? sku });
      else if (each) outcomes.set(item, { productId, ...each });
    }
  } catch (error) {
    // Each by itself says why.
    const isOwn = error instanceof PlatformError && error.reason === "refused" && error.status !== TOO_LARGE;
    if (!isOwn) throw error;
  }
  return outcomes;
}

/** Makes and changes products: many of them in one request, where the shop has such, and those with variants once they are through. */
export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const { families, refused } = await openFamilies(api, items);
  const varied: PushOutcome[] = [];
  let isSent = families.size === 0;
  const sendVaried = async () => {
    if (!isSent) varied.push(...(await sendFamilies(api, families, parentOf)));
    isSent = true;
  };
  const plain = items.filter((item) => !families.has(item) && !refused.has(item));
  const many = plain.length > BULK.above && (await hasBulk(api)) ? keptOf(plain) : [];
  const done = many.length > BULK.above ? await pushInBulk(api, many, sendVaried) : new Map<PushItem, PushOutcome>();
  await sendVaried();
  const left = plain.filter((item) => !done.has(item));
  const known = [...refused.values(), ...varied, ...done.values()];
  if (left.length === 0) return known;
  const isThere = await openThere(api, left);
  return [...known, ...(await pushEach(left, (item) => pushProduct(api, item, isThere(item))))];
}

/** What only a new product is given: the shop's own of one that is there stays. */
const NEW = { type_id: "simple", attribute_set_id: DEFAULT_ATTRIBUTE_SET, status: 1, visibility: 4 };
/** Products of several: one of ours cannot replace them. */
const WITH_VARIANTS = new Set(["configurable", "bundle", "grouped"]);

/** Products of the shop that have one of these SKUs. */
export async function search(api: Api, skus: readonly string[]) {
  const found = await gathered(skus, PAGE, async (some) =>
    listOf(member(await call(api, `products?${amongSkus(some)}&fields=items[sku,type_id]`), "items")),
  );
  return found.map((each) => {
    const type = textOf(member(each, "type_id")) ?? "simple";
    const sku = String(member(each, "sku"));
    return { externalId: sku, sku, ...(WITH_VARIANTS.has(type) && { unfit: `it is of the type ${type}` }) };
  });
}

type Gallery = Pick<Awaited<ReturnType<typeof galleryOf>>, "fields">;

function productOf(item: PushItem, isThere: boolean, gallery: Gallery) {
  const { externalId, title, priceCents, weight } = item;
  const stock = isThere ? null : firstStockOf({ ...item, externalId: null });
  const isSentNow = (source: Source) => !isThere || isSent(item, source);
  return {
    sku: externalId ?? item.sku,
    ...(isSentNow("name") && { name: title }),
    ...(!isThere && NEW),
    ...(priceCents !== null && isSentNow("price") && { price: regularPrice(item) }),
    ...(weight !== null && isSentNow("weight") && { weight }),
    extension_attributes: {
      ...(stock !== null && { stock_item: { qty: stock, is_in_stock: stock > 0 } }),
      ...linksOf(item),
    },
    custom_attributes: [
      ...attributesOf(item),
      ...(isSentNow("price") ? specialPrice(item) : []),
      ...(isThere || !item.taxClass ? [] : [{ attribute_code: "tax_class_id", value: item.taxClass }]),
    ],
    ...gallery.fields,
  };
}

/** A product with variants: it has neither a price nor a level of its own, and is for sale while one of them is. */
function parentOf(item: PushItem, isThere: boolean, choices: object, gallery: object) {
  const product = productOf({ ...item, priceCents: null }, isThere, { fields: gallery });
  const isNew = !isThere && { type_id: "configurable" };
  const level = !isThere && { stock_item: { qty: 0, is_in_stock: true } };
  return { ...product, ...isNew, extension_attributes: { ...linksOf(item), ...level, ...choices } };
}

async function pushProduct(api: Api, item: PushItem, isThere: boolean): Promise<PushOutcome> {
  const { productId } = item;
  const gallery = await galleryOf(api, item);
  const product = productOf(item, isThere, gallery);
  // Known by its SKU: the same request makes it or changes it.
  const request = { method: "PUT", json: { product, saveOptions: true } } as const;
  const answer = await call(api, `products/${encodeURIComponent(product.sku)}`, request);
  const { remarks, keys } = gallery;
  const parts = { variants: {}, images: imagesIn(item, keys, answer) };
  return { productId, externalId: product.sku, parts, ...(remarks.length > 0 && { remarks, lacks: "images" }) };
}
