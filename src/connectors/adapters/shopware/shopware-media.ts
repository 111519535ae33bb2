import { isSent } from "../../engine/fields.ts";
import { member, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { newImagesOf, refusalIn } from "../each.ts";
import { call, fieldOf, hashOf, type Operation, search, sync } from "./shopware-call.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : media, product-media, and /api/_action/media/{id}/upload by address or file
const FETCHED = /\.(jpe?g|png|gif|webp|avif)$/i;

/** A picture that is to be uploaded. */
interface Upload {
  mediaId: string;
  image: PushImage;
}

/** A picture at a product or a variant. */
export interface MediaEntry {
  id: string;
  mediaId: string;
}

/** The pictures of a product: members of it and of its variants, what goes beside it, and what they are called. */
export interface Pictures {
  fields: Record<string, unknown>;
  ofVariant(childId: string, variant: PushVariant): Record<string, unknown>;
  /** Which of the entries of a variant that is there are ours and no longer its. */
  leftBy(variant: PushVariant, entries: readonly MediaEntry[]): readonly MediaEntry[];
  media: readonly object[];
  gone: readonly Operation[];
  uploads: readonly Upload[];
  /** In their order, for another cover where the first cannot be had. */
  placed: readonly MediaEntry[];
  ids: Record<string, string>;
}

/** The folder in which the shop keeps pictures of products. */
const folderOf = (api: Api) =>
  api.once("shopware product folder", async () => {
    const filter = [{ type: "equals", field: "entity", value: "product" }];
    const found = await search(api, "media-default-folder", { limit: 1, filter, associations: { folder: {} } });
    return textOf(member(fieldOf(found[0], "folder"), "id"));
  });

const entryId = (productId: string, mediaId: string) => hashOf(`${productId} ${mediaId}`);

const NONE = { fields: {}, ofVariant: () => ({}), leftBy: () => [], media: [], gone: [], uploads: [], placed: [] };

/** What is to become of the pictures of a product. One that was made just now has none. */
export async function picturesOf(api: Api, item: PushItem, productId: string, isNew: boolean): Promise<Pictures> {
  const known = isNew ? {} : item.parts.images;
  const wanted = newImagesOf(isNew ? { ...item, hasImages: false } : item);
  if (wanted === null) return { ...NONE, ids: { ...known } };
  const ofVariants = isVaried(item) ? item.variants.flatMap(({ image }) => image ?? []) : [];
  const all = new Map([...wanted, ...ofVariants].map((image) => [image.key, image]));
  const idOf = ({ key }: PushImage) => known[key] ?? hashOf(`picture ${productId} ${key}`);
  const fresh = [...all.values()].filter(({ key }) => known[key] === undefined);
  const gone = Object.entries(known).filter(([key]) => !all.has(key));
  const kept = new Set(wanted.map(({ key }) => key));
  const left = Object.entries(known).filter(([key]) => all.has(key) && !kept.has(key));
  const ours = new Set(Object.values(known));
  const folder = fresh.length === 0 ? undefined : await folderOf(api);
  const placed = wanted.map((image) => ({ id: entryId(productId, idOf(image)), mediaId: idOf(image) }));
  return {
    fields:
      placed.length === 0
        ? {}
        : { media: placed.map((each, position) => ({ ...each, position })), coverId: placed[0]?.id },
    ofVariant: (childId, { image }) => {
      if (image === null || !isSent(item, "images")) return {};
      const entry = { id: entryId(childId, idOf(image)), mediaId: idOf(image), position: 0 };
      return { media: [entry], coverId: entry.id };
    },
    leftBy: ({ image }, entries) =>
      entries.filter(({ mediaId }) => ours.has(mediaId) && (image === null || mediaId !== idOf(image))),
    media: [...all.values()].map((image) => {
      const isFresh = known[image.key] === undefined;
      return { id: idOf(image), alt: image.alt, ...(isFresh && folder !== undefined && { mediaFolderId: folder }) };
    }),
    gone: [
      { entity: "media", action: "delete", payload: gone.map(([, id]) => ({ id })) },
      { entity: "product_media", action: "delete", payload: left.map(([, id]) => ({ id: entryId(productId, id) })) },
    ],
    uploads: fresh.map((image) => ({ mediaId: idOf(image), image })),
    placed,
    ids: Object.fromEntries([...all.values()].map((image) => [image.key, idOf(image)])),
  };
}

/** Gives a picture its file: the shop fetches it where its address says of which kind it is, else it is uploaded. */
async function upload(api: Api, { mediaId, image }: Upload): Promise<void> {
  const { url, file } = image;
  const [, kind] = (file === null && url !== null && FETCHED.exec(new URL(url).pathname)) || [];
  const path = `_action/media/${mediaId}/upload?extension=`;
  if (kind !== undefined) {
    await call(api, `${path}${kind.toLowerCase()}`, { method: "POST", json: { url } });
    return;
  }
  const { bytes, contentType } = await api.picture(image);
  const extension = contentType.replace(/^image\//, "").replace(/[+;].*$/, "");
  const headers = { "content-type": "application/octet-stream" };
  await call(api, `${path}${extension}`, { method: "POST", headers, body: bytes });
}

/** Uploads the pictures of a product. Those that cannot be had are taken out again, and said. */
export async function uploadAll(api: Api, productId: string, { uploads, placed, ids }: Pictures) {
  const remarks: string[] = [];
  const lost = new Set<string>();
  for (const each of uploads) {
    try {
      await upload(api, each);
    } catch (error) {
      lost.add(each.mediaId);
      remarks.push(`The picture ${each.image.url ?? each.image.file?.name} was not taken: ${refusalIn(error)}`);
    }
  }
  const cover = placed.find(({ mediaId }) => !lost.has(mediaId));
  const isOther = cover !== undefined && cover !== placed[0];
  await sync(api, [
    { entity: "media", action: "delete", payload: [...lost].map((id) => ({ id })) },
    { entity: "product", action: "upsert", payload: isOther ? [{ id: productId, coverId: cover.id }] : [] },
  ]);
  return { ids: Object.fromEntries(Object.entries(ids).filter(([, id]) => !lost.has(id))), remarks };
}
