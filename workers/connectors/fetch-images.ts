import { findRowsByIds } from "../../db/products/match.ts";
import { attachPulledImages } from "../../src/connectors/engine/pull/pulled-images.ts";
import { eachByHost } from "../../src/imports/images/by-host.ts";
import { discardImage, type FetchedImage, fetchImage } from "../../src/imports/images/fetch-image.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { MEDIA_PATH } from "../../src/products/media/file-keys.ts";
import { findImages } from "../../src/products/media/named-images.ts";
import { makeThumbnails } from "../media/make-thumbnails.ts";

type Fetched = { sourceUrl: string; image: FetchedImage }[];

/**
 * Fetches the images of products that a pull has named, as an import does. One that cannot be had stays named by its
 * address; one that is here already is not fetched again, so an interrupted job goes on with the others.
 */
export const fetchImages: JobHandler<"connectors.fetch-images"> = async ({ connectorId, productIds }, context) => {
  const { db, services, signal, commit } = context;
  const fetching = {
    db,
    services,
    thumbnailsOf: (request: Parameters<typeof makeThumbnails>[2]) => makeThumbnails(services, db.tenantId, request),
  };
  const products = await findRowsByIds(db, productIds);
  const images = (await Promise.all(products.map((product) => findImages(db, product)))).flat();
  const named = images.filter(
    ({ isStored, source, url }) => !isStored && source === "import" && !url.includes(MEDIA_PATH),
  );
  await eachByHost(named, async ({ productId, url }) => {
    signal.throwIfAborted();
    const image = await fetchImage(fetching, { productId, url });
    if ("messageKey" in image) return;
    const fetched: Fetched = [{ sourceUrl: url, image }];
    const attached = await commit(attachPulledImages, { connectorId, productId, fetched }, "kept");
    if (attached.length === 0) await discardImage(fetching, { productId, id: image.id });
  });
};
