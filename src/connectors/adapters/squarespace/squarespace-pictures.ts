import { randomUUID } from "node:crypto";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { newImagesOf, refusalIn } from "../each.ts";
import { call } from "./squarespace-call.ts";
import { PRODUCTS } from "./squarespace-fields.ts";

const POLLS_MAX = 30;
const FIRST_WAIT_MS = 50;
const WAIT_MAX_MS = 5_000;

/** Asks a platform again and again whether its work has ended, for two minutes at most. `undefined`: it has not yet. */
async function pollUntil<T>(api: Pick<Api, "wait">, work: string, request: () => Promise<T | undefined>): Promise<T> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const ended = await request();
    if (ended !== undefined) return ended;
    await api.wait(Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** poll));
  }
  throw new PlatformError("unreachable", `${work} has not ended within two minutes`);
}

// Source: https://developers.squarespace.com/commerce-apis/upload-product-image (a JPEG, PNG or GIF below 20 MB; the first one is the
// main one), update-product-image (the alternative text, of 200 characters), reorder-product-image, delete-product-image
const BYTES_MAX = 20 * 1024 * 1024;
const ALT_MAX = 200;
const IMAGE = /^image\/(jpe?g|png|gif)\b/;

const isThere = (status: number) => status < 400 || status === 404;

/** What the files of a product are called, before their ending. */
const stemOf = (sku: string) => sku.replaceAll(/[^\w-]+/g, "-");

/** Uploads a picture as a file, and waits until it is processed. Throws a `PlatformError` when it is not taken. */
async function upload(api: Api, path: string, image: PushImage, sku: string): Promise<string> {
  const { bytes, contentType } = await api.picture(image);
  const [type, kind = ""] = IMAGE.exec(contentType) ?? [];
  if (type === undefined) throw new PlatformError("refused", `Squarespace takes no ${contentType}`);
  if (bytes.length > BYTES_MAX) throw new PlatformError("refused", "Squarespace takes 20 MB at most");
  const boundary = randomUUID();
  const name = `${stemOf(sku)}.${kind}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const id = textOf(member(await call(api, path, { method: "POST", headers, body }), "imageId"));
  if (id === undefined) throw new PlatformError("refused", "Squarespace gave it no id");
  const status = await pollUntil(api, "Squarespace's image", async () => {
    const now = textOf(member(await call(api, `${path}/${id}/status`), "status"));
    return now === "QUEUED" || now === "PROCESSING" ? undefined : (now ?? "ERROR");
  });
  if (status === "ERROR") {
    // One that stays would be shown as a placeholder.
    await call(api, `${path}/${id}`, { method: "DELETE" }, isThere);
    throw new PlatformError("refused", "Squarespace could not process it");
  }
  return id;
}

const setAlt = (api: Api, path: string, id: string, alt: string) =>
  call(api, `${path}/${id}`, { method: "POST", json: { altText: alt.slice(0, ALT_MAX) } });

/** A picture as a site has it. */
interface There {
  id: string;
  alt: string | undefined;
  /** What its file is called, before its ending. */
  stem?: string | undefined;
}

const stemIn = (url: string | undefined) => /([^/?#]+)\.\w+(?:[?#]|$)/.exec(url ?? "")?.[1];

/** The pictures that an answer says of a product; where it says nothing of them, those that are known. */
function picturesIn(product: unknown, { parts }: PushItem): There[] {
  const said = member(product, "images");
  if (!Array.isArray(said)) return Object.values(parts.images).map((id) => ({ id, alt: undefined }));
  return listOf(said).map((each) => ({
    id: String(member(each, "id")),
    alt: textOf(member(each, "altText")),
    stem: stemIn(textOf(member(each, "url"))),
  }));
}

/**
 * What the pictures of a product are called there. Of one that was sent when these names were not noted yet, files that are called
 * as ours are, in their order: none is sent a second time.
 */
function knownIds(item: PushItem, wanted: ReadonlyMap<string, PushImage>, there: readonly There[]) {
  const { parts, sku, externalId } = item;
  if (externalId === null || Object.keys(parts.images).length > 0) return parts.images;
  const ours = there.filter(({ stem }) => stem === stemOf(sku));
  return Object.fromEntries([...wanted.keys()].flatMap((key, place) => (ours[place] ? [[key, ours[place].id]] : [])));
}

/** Puts pictures into their order at the beginning; those that stand right stay. */
async function reorder(api: Api, path: string, now: string[], wanted: readonly string[]): Promise<void> {
  for (const [place, id] of wanted.entries()) {
    if (now[place] === id) continue;
    const afterImageId = wanted[place - 1] ?? null;
    await call(api, `${path}/${id}/order`, { method: "POST", json: { afterImageId } });
    now.splice(now.indexOf(id), 1);
    now.splice(place, 0, id);
  }
}

/** What the pictures of a product are called there, and which of them were not taken. */
interface Sent {
  ids: Readonly<Record<string, string>>;
  remarks: string[];
}

/** The pictures that a product is to have: its own, then those of its variants; `null`: none are sent. */
function wantedOf(item: PushItem): Map<string, PushImage> | null {
  const own = newImagesOf(item);
  if (own === null) return null;
  const ofVariants = isVaried(item) ? item.variants.flatMap(({ image }) => image ?? []) : [];
  return new Map([...own, ...ofVariants].map((image) => [image.key, image]));
}

/** Uploads those that are not there yet, and says what the others are to those who do not see them. */
async function uploadAll(
  api: Api,
  path: string,
  wanted: ReadonlyMap<string, PushImage>,
  { item, there }: { item: Pick<PushItem, "parts" | "sku">; there: ReadonlyMap<string, There> },
): Promise<Sent> {
  const ids: Record<string, string> = {};
  const remarks: string[] = [];
  for (const image of wanted.values()) {
    const known = there.get(item.parts.images[image.key] ?? "");
    try {
      const id = known?.id ?? (await upload(api, path, image, item.sku));
      ids[image.key] = id;
      if (image.alt !== "" && known?.alt !== image.alt.slice(0, ALT_MAX)) await setAlt(api, path, id, image.alt);
    } catch (error) {
      remarks.push(`The picture ${image.url ?? image.file?.name} was not taken: ${refusalIn(error)}`);
    }
  }
  return { ids, remarks };
}

/**
 * Brings the pictures of a product there: those that it has not yet, with their alternative texts and in their order; ours that are
 * no longer here go. `product`: as the site answered it last; `item`: as it was before it was made.
 */
export async function sendPictures(api: Api, externalId: string, item: PushItem, product: unknown): Promise<Sent> {
  const wanted = wantedOf(item);
  if (wanted === null) return { ids: item.parts.images, remarks: [] };
  const path = `${PRODUCTS}/${externalId}/images`;
  const pictures = picturesIn(product, item);
  const there = new Map(pictures.map((each) => [each.id, each]));
  const parts = { ...item.parts, images: knownIds(item, wanted, pictures) };
  const { ids, remarks } = await uploadAll(api, path, wanted, { item: { ...item, parts }, there });
  for (const [key, id] of Object.entries(item.parts.images)) {
    if (wanted.has(key) || !there.delete(id)) continue;
    await call(api, `${path}/${id}`, { method: "DELETE" }, isThere);
  }
  const ours = [...wanted.keys()].flatMap((key) => ids[key] ?? []);
  await reorder(api, path, [...new Set([...there.keys(), ...ours])], ours);
  return { ids, remarks };
}
