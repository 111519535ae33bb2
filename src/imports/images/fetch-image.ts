import { basename } from "node:path";
import { isDiskRefusal } from "../../../db/local/disk-refusal.ts";
import type { Media } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { keysOf, MEDIA_PATH, mediaKey } from "../../products/media/file-keys.ts";
import { type ImageFacts, inspectImage, publicName, type ThumbnailRequest } from "../../products/media/image-facts.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { FileTooLarge } from "../../storage/files.ts";
import { requireStorage } from "../../storage/tenant-quota.ts";
import { cleanFileName } from "../../uploads/upload-name.ts";
import type { ProblemMessageKey } from "../map/rules/problem-messages.ts";

const MIB = 1024 * 1024;
const IMAGE_MIB_MAX = 20;
const TIMEOUT_MS = 60_000;
const REDIRECTS = 5;
/** Of an answer that is no image. */
const ANSWER_BYTES = 1024;

/** What is new of an image once its file is stored here. */
export type FetchedImage = Pick<
  Media,
  "id" | "url" | "fileName" | "sizeBytes" | "sha256" | "contentType" | "width" | "height" | "thumbnails"
>;

/** Why an image was not fetched. */
export interface ImageFailure {
  messageKey: ProblemMessageKey;
  params?: Record<string, string | number>;
}

interface Fetching {
  db: Reader;
  services: ThreadServices;
  thumbnailsOf: (request: ThumbnailRequest) => Promise<Media["thumbnails"]>;
}

/** Deletes the files of an image that was fetched for nothing. */
export const discardImage = async ({ db, services: { files } }: Fetching, place: Pick<Media, "productId" | "id">) => {
  await Promise.all(keysOf(mediaKey(db.tenantId, place)).map((key) => files.delete(key)));
};

/** Fetches an image of a product and stores it with its smaller sizes. Nothing of a refused one is stored. */
export async function fetchImage(
  fetching: Fetching,
  { productId, url }: Pick<Media, "productId" | "url">,
): Promise<FetchedImage | ImageFailure> {
  // All of it random: who knows it may see the image.
  const id = crypto.randomUUID();
  try {
    return await stored(fetching, { productId, url, id });
  } catch (error) {
    await discardImage(fetching, { productId, id });
    const failure = failureOf(error);
    if (failure) return failure;
    throw error;
  }
}

async function stored(
  { db, services: { outbound, files, config }, thumbnailsOf }: Fetching,
  { productId, url, id }: Pick<Media, "productId" | "url" | "id">,
): Promise<FetchedImage | ImageFailure> {
  const fileKey = mediaKey(db.tenantId, { productId, id });
  const limitMib = Math.min(IMAGE_MIB_MAX, config.uploadLimitMib);
  let facts: ImageFacts | undefined;
  let file: { sizeBytes: number; sha256: string } | undefined;
  await requireStorage(db, config, 0);
  const { status } = await outbound.request(url, {
    method: "GET",
    headers: { accept: "image/*" },
    timeoutMs: TIMEOUT_MS,
    redirects: REDIRECTS,
    bytesMax: ANSWER_BYTES,
    schemes: ["https:", "http:"],
    take: async (_, bytes) => {
      const inspected = inspectImage(bytes, (found) => {
        facts = found;
      });
      file = await files.put(fileKey, inspected, { limitBytes: limitMib * MIB });
    },
  });
  if (!facts || !file) return { messageKey: "image_answer", params: { status } };
  await requireStorage(db, config, file.sizeBytes);
  const fileName = publicName(nameIn(url), facts.contentType);
  return {
    id,
    url: `${config.apiUrl ?? ""}${MEDIA_PATH}${id}/${fileName}`,
    fileName,
    ...file,
    ...facts,
    thumbnails: await thumbnailsOf({ fileKey, ...facts }),
  };
}

/** What the address calls the image. */
function nameIn(url: string): string {
  const name = basename(new URL(url).pathname);
  try {
    return cleanFileName(decodeURIComponent(name));
  } catch {
    return cleanFileName(name);
  }
}

/** What is said of it; `undefined` for what is no fault of the image or of its server. */
function failureOf(error: unknown): ImageFailure | undefined {
  if (isDiskRefusal(error)) return undefined;
  if (error instanceof OutboundError) return { messageKey: error.isRefusal ? "image_address" : "image_not_fetched" };
  if (error instanceof FileTooLarge) return { messageKey: "image_size", params: { limit: IMAGE_MIB_MAX } };
  if (!(error instanceof ApiError)) return { messageKey: "image_not_fetched" };
  return { messageKey: error.code === "INSUFFICIENT_STORAGE" ? "image_storage" : "image_kind" };
}
