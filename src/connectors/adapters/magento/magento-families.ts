import { PlatformError } from "../../engine/platform-error.ts";
import { member, numberOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { variantRemark } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { digestOf, newImagesOf, refusalIn, refusalOf } from "../each.ts";
import { parentOf } from "./magento-body.ts";
import type { BrandOf } from "./magento-brands.ts";
import { BULK, type Done, fileLength, hasBulk, isKept, NAME, type Row, sendRows } from "./magento-bulk.ts";
import { galleryOf, placeImages, replacesAll } from "./magento-content.ts";
import { sendTexts } from "./magento-languages.ts";
import { isAddressTaken, type ProductBody, save, setGallery } from "./magento-save.ts";
import { childBody, choicesOf, type Family, readIds, removeGone, variantIds } from "./magento-variants.ts";

/** How a picture of a variant is noted. */
const pictureKey = ({ variantId }: PushVariant, key: string) => `${variantId} ${key}`;

/** A variant as an item that has its one picture. */
function pictured({ item }: Family, variant: PushVariant): PushItem {
  const prefix = pictureKey(variant, "");
  const known = Object.entries(item.parts.images).filter(([key]) => key.startsWith(prefix));
  const images: PushImage[] = variant.image === null ? [] : [variant.image];
  const parts = { variants: {}, images: Object.fromEntries(known.map(([key, id]) => [key.slice(prefix.length), id])) };
  return { ...item, images, parts };
}

/** Makes or changes a variant by a request of its own. */
async function putChild(api: Api, family: Family, variant: PushVariant): Promise<void> {
  const own = pictured(family, variant);
  try {
    const gallery = await galleryOf(api, own);
    const body = childBody(family, variant, gallery.fields);
    const answer = await save(api, body, { isThere: true });
    const id = numberOf(member(answer, "id"));
    if (id !== undefined) family.ids.set(variant, id);
    const { sku } = body;
    const images = await placeImages(own, gallery, answer, (entries) => setGallery(api, sku, entries));
    for (const [key, entry] of Object.entries(images)) {
      family.images[pictureKey(variant, key)] = entry;
    }
    family.remarks.push(...gallery.remarks);
  } catch (error) {
    family.remarks.push(variantRemark(variant, refusalIn(error)));
  }
}

interface Child {
  family: Family;
  variant: PushVariant;
}

/** A product that the shop's queue can keep: one without a file that is large or of unknown size. `item`: with its pictures. */
function rowOf(api: Api, item: PushItem, bodyOf: (gallery: object) => object): Row | undefined {
  if (replacesAll(item)) return undefined;
  const added = (newImagesOf(item) ?? []).filter(({ key }) => item.parts.images[key] === undefined);
  const sizes = added.map(({ file }) => file?.sizeBytes ?? Number.POSITIVE_INFINITY);
  const files = sizes.reduce((sum, size) => sum + fileLength(size), 0);
  const bodyWith = (gallery: object) => ({ product: bodyOf(gallery), saveOptions: true });
  if (!isKept(bodyWith({}), files)) return undefined;
  return {
    length: JSON.stringify(bodyWith({})).length + files,
    body: async () => bodyWith((await galleryOf(api, item)).fields),
  };
}

/** Those of some that go in bulk, where the shop has that and they are many. */
async function keptOf<T>(api: Api, all: readonly T[], rowFor: (each: T) => Row | undefined) {
  if (all.length <= BULK.above || !(await hasBulk(api))) return [];
  return all.flatMap((each) => {
    const row = rowFor(each);
    return row ? [{ each, row }] : [];
  });
}

const contentOf = (items: Iterable<PushItem>, kind = "variants") => [kind, digestOf([...items])];

/** Whether the variants of these products went in bulk in an earlier turn. */
export const areUnderWay = (api: Api, items: readonly PushItem[]): Promise<boolean> =>
  api.isFollowed({ name: NAME, content: contentOf(items) });

/** What becomes of variants that went in bulk: those that the queue did not come through with go alone. */
async function settle(api: Api, children: readonly Child[], done: readonly Done[]): Promise<void> {
  for (const [place, { family, variant }] of children.entries()) {
    const each = done[place];
    if (each === undefined) await putChild(api, family, variant);
    else if (each !== "done") family.remarks.push(variantRemark(variant, each.error));
  }
}

/** Sends the variants of products, many of them in one request; `next` follows. */
async function sendChildren(
  api: Api,
  families: ReadonlyMap<PushItem, Family>,
  next: () => Promise<void>,
): Promise<void> {
  const children = [...families.values()].flatMap((family) =>
    family.item.variants.map((variant) => ({ family, variant })),
  );
  const kept = await keptOf(api, children, ({ family, variant }) =>
    rowOf(api, pictured(family, variant), (gallery) => childBody(family, variant, gallery)),
  );
  const rows = kept.map(({ row }) => row);
  const inBulk = new Set(kept.map(({ each }) => each));
  const rest = async (done: readonly Done[]) => {
    await settle(api, [...inBulk], done);
    for (const child of children) if (!inBulk.has(child)) await putChild(api, child.family, child.variant);
    await readIds(api, [...families.values()]);
    await next();
  };
  if (rows.length > 0) await sendRows(api, { content: contentOf(families.keys()), rows, next: rest });
  else await rest([]);
}

/** A product with its own pictures, without those of its variants. */
function placed(item: PushItem): PushItem {
  const own = Object.entries(item.parts.images).filter(([key]) => !key.includes(" "));
  return { ...item, parts: { ...item.parts, images: Object.fromEntries(own) } };
}

/** Sends products with their variants: first these, then each product, which says by what and between which it is chosen. */
export async function sendFamilies(
  api: Api,
  families: ReadonlyMap<PushItem, Family>,
  brandOf: BrandOf,
): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  const bodyOf = (family: Family, gallery: object) =>
    parentOf(family.item, { isThere: family.parent !== undefined, gallery, brandOf }, choicesOf(family));
  await sendChildren(api, families, async () => {
    const kept = await keptOf(api, [...families.values()], (family) =>
      rowOf(api, placed(family.item), (gallery) => bodyOf(family, gallery)),
    );
    const rows = kept.map(({ row }) => row);
    const content = contentOf(families.keys(), "products");
    const items = kept.map(({ each }) => each.item);
    let problems = new Map<PushItem, string[]>();
    const texts = async (done: readonly Done[]) => {
      const through = items.filter((_, place) => done[place] === "done");
      problems = await sendTexts(api, through, content);
    };
    const done = rows.length === 0 ? [] : await sendRows(api, { content, rows, next: texts });
    const inBulk = new Map(kept.map(({ each }, place) => [each, done[place]]));
    for (const family of families.values()) {
      family.texts.push(...(problems.get(family.item) ?? []));
      outcomes.push(await settled(api, family, inBulk.get(family), bodyOf));
    }
  });
  return outcomes;
}

/** What became of a product: one that did not go in bulk, or that the queue did not come through with, goes alone. */
async function settled(
  api: Api,
  family: Family,
  done: Done,
  bodyOf: (family: Family, gallery: object) => ProductBody,
): Promise<PushOutcome> {
  const { item } = family;
  if (done === undefined || (done !== "done" && isAddressTaken(done.error))) return putParent(api, family, bodyOf);
  if (done !== "done") return { productId: item.productId, error: done.error };
  await removeGone(api, family);
  return outcomeOf(family, item.externalId ?? item.sku, { ...placed(item).parts.images, ...family.images }, []);
}

function outcomeOf(family: Family, externalId: string, images: Record<string, string>, more: string[]): PushOutcome {
  const { item, ids } = family;
  const remarks = [...more, ...family.remarks, ...family.texts];
  const isLacking = family.texts.length > 0 || item.variants.some((variant) => !ids.has(variant));
  const lacks = isLacking ? ("variants" as const) : ("images" as const);
  return {
    ...{ productId: item.productId, externalId, parts: { variants: variantIds(family), images } },
    ...(remarks.length > 0 && { remarks, lacks }),
  };
}

async function putParent(
  api: Api,
  family: Family,
  bodyOf: (family: Family, gallery: object) => ProductBody,
): Promise<PushOutcome> {
  const own = placed(family.item);
  try {
    const gallery = await galleryOf(api, own);
    const product = bodyOf(family, gallery.fields);
    const answer = await save(api, product, { isThere: family.parent !== undefined });
    family.texts.push(...((await sendTexts(api, [family.item], [])).get(family.item) ?? []));
    await removeGone(api, family);
    const images = await placeImages(own, gallery, answer, (entries) => setGallery(api, product.sku, entries));
    return outcomeOf(family, product.sku, { ...images, ...family.images }, gallery.remarks);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return refusalOf(family.item, error);
  }
}
