import { listWanted, type WantedImages } from "../../db/imports/import-images.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { attachImages, type FetchedImages } from "../../src/imports/images/attach-images.ts";
import { eachByHost } from "../../src/imports/images/by-host.ts";
import { discardImage, fetchImage } from "../../src/imports/images/fetch-image.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { MEDIA_PATH } from "../../src/products/media/file-keys.ts";
import { findImages } from "../../src/products/media/named-images.ts";
import { makeThumbnails } from "../media/make-thumbnails.ts";

type Context = JobContext<"imports.fetch-images">;

/** How many products are looked at together: enough for several hosts at a time. */
const PRODUCTS = 20;

/**
 * Fetches the images that the rows of an import name. Each product that is done leaves the list in the transaction that
 * gives it its images, so an interrupted job goes on with the others; the daily sweep finds files that were not claimed.
 */
export const fetchImages: JobHandler<"imports.fetch-images"> = async ({ importId }, context) => {
  for (;;) {
    const wanted = await listWanted(context.db, importId, PRODUCTS);
    if (wanted.length === 0) return;
    await fetchFor(importId, wanted, context);
    context.throwIfTurnIsOver();
  }
};

async function fetchFor(importId: string, wanted: readonly WantedImages[], context: Context): Promise<void> {
  const { db, services, signal, commit } = context;
  const fetching = {
    db,
    services,
    thumbnailsOf: (request: Parameters<typeof makeThumbnails>[2]) => makeThumbnails(services, db.tenantId, request),
  };
  const done = new Map(
    wanted.map((each): [string, FetchedImages] => [each.productId, { ...each, importId, fetched: [], failed: [] }]),
  );
  const products = await findRowsByIds(db, [...done.keys()]);
  const images = (await Promise.all(products.map((product) => findImages(db, product)))).flat();
  const named = images.filter(
    ({ isStored, source, url }) => !isStored && source === "import" && !url.includes(MEDIA_PATH),
  );
  await eachByHost(named, async ({ productId, url }) => {
    signal.throwIfAborted();
    const found = await fetchImage(fetching, { productId, url });
    if ("messageKey" in found) done.get(productId)?.failed.push({ url, ...found });
    else done.get(productId)?.fetched.push({ sourceUrl: url, image: found });
  });
  for (const each of done.values()) {
    const attached = new Set(await commit(attachImages, each, "kept"));
    for (const { image } of each.fetched) {
      if (!attached.has(image.id)) await discardImage(fetching, { productId: each.productId, id: image.id });
    }
  }
}
