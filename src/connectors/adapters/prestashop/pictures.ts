import { randomUUID } from "node:crypto";
import { type Api, PlatformError, type PushItem } from "../../engine/adapter.ts";
import { listOf, member } from "../../engine/platform-values.ts";
import type { PushImage } from "../../engine/push-item.ts";
import { newImagesOf } from "../each.ts";
import { call } from "./shop.ts";

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

/** Brings the pictures of a product there: those that are not there yet, in their order; ours that are no longer here go. */
export async function sendPictures(api: Api, productId: string, item: PushItem) {
  const wanted = newImagesOf(item);
  const variants = item.variants.flatMap(({ image }) => image ?? []);
  const all = wanted === null ? [] : [...wanted, ...variants];
  const ids: Record<string, string> = { ...(wanted === null && item.parts.images) };
  const remarks: string[] = [];
  const fresh: PushImage[] = [];
  for (const image of all) {
    const known = item.parts.images[image.key];
    if (known !== undefined) ids[image.key] = known;
    else if (!fresh.some(({ key }) => key === image.key)) fresh.push(image);
  }
  const before = new Set(fresh.length === 0 || item.externalId === null ? [] : await pictureIds(api, productId));
  const uploaded: PushImage[] = [];
  for (const image of fresh) {
    try {
      await upload(api, productId, image);
      uploaded.push(image);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
      remarks.push(`The picture ${image.url ?? image.file?.name} was not taken: ${error.message}`);
    }
  }
  // An upload is answered with the picture itself.
  const made = uploaded.length === 0 ? [] : (await pictureIds(api, productId)).filter((id) => !before.has(id));
  for (const [place, { key }] of uploaded.entries()) if (made[place] !== undefined) ids[key] = made[place];
  const gone = wanted === null ? [] : Object.values(item.parts.images).filter((id) => !Object.values(ids).includes(id));
  for (const id of gone) {
    await call(api, `images/products/${productId}/${id}`, { method: "DELETE" }, (status) => status < 400 || status === 404);
  }
  return { ids, remarks };
}
