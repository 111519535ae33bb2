import { PlatformError } from "../../engine/platform-error.ts";
import { member, numberOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { variantRemark } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { digestOf, newImagesOf, refusalIn, refusalOf } from "../each.ts";
import { BULK, type Done, fileLength, hasBulk, isKept, NAME, type Row, sendRows } from "./magento-bulk.ts";
import { galleryOf, imagesIn } from "./magento-content.ts";
import { call } from "./magento-requests.ts";
import { childBody, choicesOf, type Family, readIds, removeGone, variantIds } from "./magento-variants.ts";

/** Makes the body of a product, whose variants are known by then; `isThere`: the shop has it. */
export type ParentOf = (item: PushItem, isThere: boolean, choices: object, gallery: object) => { sku: string };

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

const putTo = (api: Api, product: { sku: string }) =>
  call(api, `products/${encodeURIComponent(product.sku)}`, { method: "PUT", json: { product, saveOptions: true } });

/** Makes or changes a variant by a request of its own. */
async function putChild(api: Api, family: Family, variant: PushVariant): Promise<void> {
  const own = pictured(family, variant);
  try {
    const gallery = await galleryOf(api, own);
    const answer = await putTo(api, childBody(family, variant, gallery.fields));
    const id = numberOf(member(answer, "id"));
    if (id !== undefined) family.ids.set(variant, id);
    for (const [key, entry] of Object.entries(imagesIn(own, gallery.keys, answer))) {
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

/** Variants that the shop's queue can keep: those without a file of unknown size. */
function rowOf(api: Api, { family, variant }: Child): Row | undefined {
  const own = pictured(family, variant);
  const added = (newImagesOf(own) ?? []).filter(({ key }) => own.parts.images[key] === undefined);
  const sizes = added.map(({ file }) => file?.sizeBytes ?? Number.POSITIVE_INFINITY);
  const files = sizes.reduce((sum, size) => sum + fileLength(size), 0);
  const body = { product: childBody(family, variant, {}), saveOptions: true };
  if (!isKept(body, files)) return undefined;
  return {
    length: JSON.stringify(body).length + files,
    body: async () => ({
      product: childBody(family, variant, (await galleryOf(api, own)).fields),
      saveOptions: true,
    }),
  };
}

const contentOf = (items: Iterable<PushItem>) => ["variants", digestOf([...items])];

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
  const isBulk = children.length > BULK.above && (await hasBulk(api));
  const kept = isBulk ? children.flatMap((child) => ({ child, row: rowOf(api, child) })).filter(({ row }) => row) : [];
  const rows = kept.flatMap(({ row }) => row ?? []);
  const inBulk = new Set(kept.map(({ child }) => child));
  const rest = async (done: readonly Done[]) => {
    await settle(api, [...inBulk], done);
    for (const child of children) if (!inBulk.has(child)) await putChild(api, child.family, child.variant);
    await readIds(api, [...families.values()]);
    await next();
  };
  if (rows.length > 0) await sendRows(api, { content: contentOf(families.keys()), rows, next: rest });
  else await rest([]);
}

/** Sends products with their variants: first these, then each product, which says by what and between which it is chosen. */
export async function sendFamilies(
  api: Api,
  families: ReadonlyMap<PushItem, Family>,
  parentOf: ParentOf,
): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  await sendChildren(api, families, async () => {
    for (const [item, family] of families) outcomes.push(await putParent(api, item, family, parentOf));
  });
  return outcomes;
}

async function putParent(api: Api, item: PushItem, family: Family, parentOf: ParentOf): Promise<PushOutcome> {
  const { productId } = item;
  try {
    const own = Object.entries(item.parts.images).filter(([key]) => !key.includes(" "));
    const placed = { ...item, parts: { ...item.parts, images: Object.fromEntries(own) } };
    const gallery = await galleryOf(api, placed);
    const product = parentOf(item, family.parent !== undefined, choicesOf(family), gallery.fields);
    const answer = await putTo(api, product);
    await removeGone(api, family);
    const images = { ...imagesIn(placed, gallery.keys, answer), ...family.images };
    const remarks = [...gallery.remarks, ...family.remarks];
    const lacks = item.variants.some((variant) => !family.ids.has(variant))
      ? ("variants" as const)
      : ("images" as const);
    return {
      ...{ productId, externalId: product.sku, parts: { variants: variantIds(family), images } },
      ...(remarks.length > 0 && { remarks, lacks }),
    };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return refusalOf(item, error);
  }
}
