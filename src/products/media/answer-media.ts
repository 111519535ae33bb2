import { findPublicMedia } from "../../../db/media/media.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { required } from "../../http/output/errors.ts";
import { isKnownTag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { mediaKey, thumbnailPlaces } from "./file-keys.ts";

export const SIZES = ["thumb", "medium", "original"] as const;

interface MediaRequest {
  id: string;
  fileName: string;
  size: (typeof SIZES)[number];
  request: Request;
}

/** An image is data and nothing else, from any source, and may be in any page. */
const HEADERS = {
  // The bytes of an address never change.
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** The first of some places where there is a file, with its size. */
async function findStored<Place extends { key: string }>(files: Services["files"], places: readonly Place[]) {
  for (const place of places) {
    const sizeBytes = await files.sizeBytes(place.key);
    if (sizeBytes !== undefined) return { ...place, sizeBytes };
  }
  return undefined;
}

/** Answers the bytes of a stored image; a size that it does not have is the original. Throws NOT_FOUND. */
export async function answerMedia(
  { files, reader }: Pick<Services, "files" | "reader">,
  { id, fileName, size, request }: MediaRequest,
): Promise<Response> {
  const found = await findPublicMedia(reader(EVERY_TENANT), id);
  const media = required(found?.fileName === fileName ? found : undefined, "media", id);
  const original = mediaKey(media.tenantId, media);
  const hasSize = size !== "original" && media.thumbnails.includes(size);
  const etag = `"${media.sha256.slice(0, 32)}${hasSize ? `~${size}` : ""}"`;
  const headers = { ...HEADERS, etag };
  if (isKnownTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const places = hasSize
    ? thumbnailPlaces(original, size, media.contentType)
    : [{ key: original, contentType: media.contentType }];
  const { key, contentType, sizeBytes } = required(await findStored(files, places), "media", id);
  return byteAnswer(request, {
    sizeBytes,
    open: () => fileStream(files.read(key)),
    headers: {
      ...headers,
      "content-type": contentType,
      // Made by `publicName`: nothing in it needs an escape.
      "content-disposition": `inline; filename="${media.fileName}"`,
    },
  });
}
