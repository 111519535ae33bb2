import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { lackingAddress, newImagesOf, refusalIn } from "../each.ts";
import { call } from "./bigcommerce-call.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products/images ; an address has 255 letters at most
const PAGE = 250;

/** What became of the pictures of a product: what they are called there, and which were not taken. */
export interface Pictured {
  ids: Record<string, string>;
  remarks: string[];
}

/** The pictures that a product is sent with, in their order; `null`: those that are there stay. */
const sentImages = (item: PushItem): readonly PushImage[] | null =>
  newImagesOf(item)?.filter(({ key, url }) => url !== null || item.parts.images[key] !== undefined) ?? null;

function entryOf({ key, url, alt }: PushImage, place: number, { parts }: Pick<PushItem, "parts">) {
  const id = parts.images[key];
  const own = id === undefined ? { image_url: url } : { id: Number(id) };
  return { ...own, description: alt, is_thumbnail: place === 0, sort_order: place };
}

/** The pictures of a product in a request; those that are there already go by their ids. */
export function imageFields(item: PushItem): { images?: object[] } {
  const images = sentImages(item) ?? [];
  return images.length > 0 ? { images: images.map((image, place) => entryOf(image, place, item)) } : {};
}

/** What the store calls new pictures, in their order; it answers all that a product has. */
async function idsOf(api: Api, productId: string, item: PushItem, answered: unknown, count: number) {
  const known = new Set(Object.values(item.parts.images));
  const freshIn = (all: unknown) =>
    listOf(all)
      .toSorted(
        (one, other) => (numberOf(member(one, "sort_order")) ?? 0) - (numberOf(member(other, "sort_order")) ?? 0),
      )
      .flatMap((each) => textOf(member(each, "id")) ?? [])
      .filter((id) => !known.has(id));
  const fresh = freshIn(member(answered, "images"));
  if (fresh.length === count) return fresh;
  return freshIn(member(await call(api, `catalog/products/${productId}/images?limit=${PAGE}`), "data"));
}

/** Names the pictures of a product that was stored with them, and removes those of ours that it no longer has. */
export async function withImages(api: Api, productId: string, item: PushItem, answered: unknown): Promise<Pictured> {
  const sent = sentImages(item);
  if (sent === null) return { ids: item.parts.images, remarks: [] };
  const fresh = sent.filter(({ key }) => item.parts.images[key] === undefined);
  const ids = fresh.length === 0 ? [] : await idsOf(api, productId, item, answered, fresh.length);
  const named = fresh.flatMap(({ key }, place) => (ids[place] === undefined ? [] : [[key, ids[place]] as const]));
  const kept = await withoutGone(api, productId, item, sent);
  return { ids: { ...kept, ...Object.fromEntries(named) }, remarks: lackingAddress(item) };
}

const isThere = (status: number) => status < 400 || status === 404;

async function withoutGone(api: Api, productId: string, { parts }: PushItem, sent: readonly PushImage[]) {
  const wanted = new Set(sent.map(({ key }) => key));
  const own = Object.entries(parts.images).filter(([key]) => !key.includes(" "));
  for (const [key, id] of own) {
    if (wanted.has(key)) continue;
    await call(api, `catalog/products/${productId}/images/${id}`, { method: "DELETE" }, { accepts: isThere });
  }
  return Object.fromEntries(own.filter(([key]) => wanted.has(key)));
}

/** Adds pictures one by one to a product that was stored without them: one that cannot be had is named, the others arrive. */
export async function addImages(api: Api, productId: string, item: PushItem): Promise<Pictured> {
  const sent = sentImages(item) ?? [];
  const ids: Record<string, string> = await withoutGone(api, productId, item, sent);
  const remarks = lackingAddress(item);
  for (const [place, image] of sent.entries()) {
    if (ids[image.key] !== undefined) continue;
    try {
      const json = entryOf(image, place, item);
      const answer = await call(api, `catalog/products/${productId}/images`, { method: "POST", json });
      const id = textOf(member(answer, "data", "id"));
      if (id !== undefined) ids[image.key] = id;
    } catch (error) {
      remarks.push(`The picture ${image.url} was not taken: ${refusalIn(error)}`);
    }
  }
  return { ids, remarks };
}

/** How a picture that a variant has is noted: a variant has one, which has no id. */
const variantKey = (variantId: string, { key }: PushImage) => `${variantId} ${key}`;

/** Gives variants their pictures, which the store fetches: those that they do not have yet. */
export async function variantImages(
  api: Api,
  productId: string,
  item: PushItem,
  ids: Readonly<Record<string, string>>,
): Promise<Pictured> {
  const known = Object.fromEntries(Object.entries(item.parts.images).filter(([key]) => key.includes(" ")));
  if (newImagesOf(item) === null) return { ids: known, remarks: [] };
  const noted: Record<string, string> = {};
  const remarks: string[] = [];
  for (const { variantId, image } of item.variants) {
    const id = ids[variantId];
    if (image === null || image.url === null || id === undefined) continue;
    const key = variantKey(variantId, image);
    try {
      const path = `catalog/products/${productId}/variants/${id}/image`;
      if (known[key] !== id) await call(api, path, { method: "POST", json: { image_url: image.url } });
      noted[key] = id;
    } catch (error) {
      remarks.push(`The picture ${image.url} was not taken: ${refusalIn(error)}`);
    }
  }
  return { ids: noted, remarks };
}
