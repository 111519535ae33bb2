import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { lackingAddress, newImagesOf } from "../each.ts";
import { call } from "./woo-requests.ts";

/** An image as a product names it: the one that the shop has, or where it is to be fetched. */
function entryOf({ key, url, alt }: PushImage, { parts }: Pick<PushItem, "parts">) {
  const id = parts.images[key];
  if (id !== undefined) return { id: Number(id), alt };
  return url === null ? undefined : { src: url, alt };
}

/** The images that a product is sent with, in their order; empty: none are sent. */
const sentImages = (item: PushItem): PushImage[] =>
  (newImagesOf(item) ?? []).filter((image) => entryOf(image, item) !== undefined);

/** The images of a product in a request; those that are there already go by their ids. */
export function imageFields(item: PushItem) {
  const images = sentImages(item);
  const isCleared = newImagesOf(item)?.length === 0 && Object.keys(item.parts.images).length > 0;
  return images.length > 0 || isCleared ? { images: images.map((image) => entryOf(image, item)) } : {};
}

export const isImageFault = (answered: unknown): boolean =>
  /image/.test(String(member(answered, "error", "code"))) ||
  /remote image|invalid image/i.test(String(member(answered, "error", "message")));

/** What the shop calls the images of a product that it has stored. */
export function withImages(item: PushItem, outcome: PushOutcome, answered: unknown): PushOutcome {
  const images = sentImages(item);
  if ("error" in outcome || newImagesOf(item) === null) return outcome;
  const ids = listOf(member(answered, "images")).map((each) => textOf(member(each, "id")));
  // What was sent is answered in the same order.
  const isSame = ids.length === images.length;
  const known = images.map(({ key }, index) => [key, ids[index] ?? ""] as const);
  const parts = { variants: item.parts.variants, images: isSame ? Object.fromEntries(known) : item.parts.images };
  const remarks = lackingAddress(item);
  return { ...outcome, parts, ...(remarks.length > 0 && { remarks }) };
}

/** Adds images one by one to a product that was stored without them: one that cannot be had is named, the others arrive. */
export async function addImages(api: Api, item: PushItem, outcome: PushOutcome): Promise<PushOutcome> {
  if ("error" in outcome) return outcome;
  const known: Record<string, string> = {};
  const entries: unknown[] = [];
  const remarks = lackingAddress(item);
  for (const image of sentImages(item)) {
    const entry = entryOf(image, item);
    try {
      const json = { images: [...entries, entry] };
      const answer = await call(api, `/products/${outcome.externalId}`, { method: "PUT", json });
      const id = textOf(member(listOf(member(answer, "images")).at(-1), "id"));
      if (id === undefined) continue;
      known[image.key] = id;
      entries.push({ id: Number(id) });
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      remarks.push(`The picture ${image.url} was not taken: ${error.message}`);
    }
  }
  return { ...outcome, parts: { variants: item.parts.variants, images: known }, remarks, lacks: "images" };
}
