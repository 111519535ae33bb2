import { randomUUID } from "node:crypto";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { newImagesOf, refusalIn } from "../each.ts";
import { call, document, node } from "./presta-requests.ts";

/** A shop takes pictures as files: one a request. */
async function upload(api: Api, productId: string, image: PushImage): Promise<void> {
  const { bytes, contentType, name } = await api.picture(image);
  const boundary = randomUUID();
  const fileName = name.replaceAll(/[^\w.-]+/g, "-");
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  await call(api, `images/products/${productId}`, { method: "POST", headers, body }, undefined, true);
}

/** What the shop calls the pictures of a product, in the order in which they came. */
async function pictureIds(api: Api, productId: string): Promise<string[]> {
  const answer = await call(api, `products/${productId}`);
  const ids = listOf(member(answer, "product", "associations", "images")).map((each) => String(member(each, "id")));
  return ids.toSorted((one, other) => Number(one) - Number(other));
}

/** Uploads pictures in their order. Says what they are called there, and which were not taken. */
async function uploadAll(api: Api, productId: string, fresh: readonly PushImage[], isNew: boolean) {
  const before = new Set(fresh.length === 0 || isNew ? [] : await pictureIds(api, productId));
  const uploaded: PushImage[] = [];
  const remarks: string[] = [];
  for (const image of fresh) {
    try {
      await upload(api, productId, image);
      uploaded.push(image);
    } catch (error) {
      remarks.push(`The picture ${image.url ?? image.file?.name} was not taken: ${refusalIn(error)}`);
    }
  }
  // An upload is answered with the picture itself.
  const made = uploaded.length === 0 ? [] : (await pictureIds(api, productId)).filter((id) => !before.has(id));
  if (made.length < uploaded.length) {
    remarks.push(`Of the ${uploaded.length} pictures that were sent, the shop has ${made.length}`);
  }
  const ids = uploaded.flatMap(({ key }, place) => (made[place] === undefined ? [] : [[key, made[place]] as const]));
  return { ids: Object.fromEntries(ids), remarks };
}

/** What PrestaShop 9 says, with 400, of a picture that it no longer has. */
const GONE = 57;
const isAnswered = (status: number) => status < 400 || status === 400 || status === 404;

/**
 * Removes a picture; returns why it was not. PrestaShop 9.0.0 answers 500 to one that it has just removed, and to the next
 * request that it does not know it.
 */
async function remove(api: Api, productId: string, id: string): Promise<string | undefined> {
  try {
    const answer = await call(api, `images/products/${productId}/${id}`, { method: "DELETE" }, isAnswered);
    const [error] = listOf(member(answer, "errors"));
    if (error === undefined || Number(member(error, "code")) === GONE) return undefined;
    return textOf(member(error, "message")) ?? "it did not say why";
  } catch (error) {
    return refusalIn(error);
  }
}

/**
 * Those that are in their place: the first ones, as far as they are there in this order. The webservice puts a picture behind
 * the others and moves none, so that those behind them are to be sent again.
 */
function inPlace(wanted: readonly string[], known: Readonly<Record<string, string>>): Set<string> {
  let last = 0;
  const isNext = (key: string) => {
    const id = Number(known[key] ?? 0);
    const isBehind = id > last;
    last = id;
    return isBehind;
  };
  const end = wanted.findIndex((key) => !isNext(key));
  return new Set(end < 0 ? wanted : wanted.slice(0, end));
}

/** The picture that lists show is the first one that a product got: after its removal there is none. */
async function showFirst(
  api: Api,
  productId: string,
  { id, before }: { id: string | undefined; before: string | undefined },
): Promise<void> {
  if (id === undefined || before === undefined || id === before) return;
  const body = document(`<product>${node("id", productId)}${node("id_default_image", id)}</product>`);
  await call(api, `products/${productId}`, { method: "PATCH", body });
}

const firstOf = (ids: readonly string[]) => ids.toSorted((one, other) => Number(one) - Number(other))[0];

/** Brings the pictures of a product there in their order; ours that are no longer here go. */
export async function sendPictures(api: Api, productId: string, item: PushItem, isNew: boolean) {
  const known = item.parts.images;
  // One that was made just now has none: what the item says of its pictures is of the time before.
  const wanted = newImagesOf(isNew ? { ...item, hasImages: false } : item);
  if (wanted === null) return { ids: known, remarks: [] };
  const all = new Map(
    [...wanted, ...item.variants.flatMap(({ image }) => image ?? [])].map((each) => [each.key, each]),
  );
  const kept = inPlace([...all.keys()], known);
  const fresh = [...all.values()].filter(({ key }) => !kept.has(key));
  const { ids, remarks } = await uploadAll(api, productId, fresh, isNew);
  const stays: Record<string, string> = {};
  for (const [key, id] of Object.entries(known)) {
    const isReplaced = !all.has(key) || ids[key] !== undefined;
    const why = isReplaced && !kept.has(key) ? await remove(api, productId, id) : "";
    if (why !== undefined) stays[key] = id;
    if (why) remarks.push(`The picture ${id} of the shop was not removed: ${why}`);
  }
  const there = { ...stays, ...ids };
  const [first] = [...all.keys()].flatMap((key) => there[key] ?? []);
  await showFirst(api, productId, { id: first, before: firstOf(Object.values(known)) });
  return { ids: there, remarks };
}
