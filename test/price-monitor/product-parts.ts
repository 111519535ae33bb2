import { enrichmentResults } from "../../db/enrichment/results.ts";
import { insertMedia, mediaRows } from "../../db/media/media.ts";
import { mutation } from "../../db/ports.ts";

const NOTHING = {
  ...{ sourceUrl: null, title: null, altText: null, fileName: null, contentType: null, sizeBytes: null, sha256: null },
  ...{ width: null, height: null, thumbnails: [] },
};
const PICTURE = { source: "scraper", url: "https://web.example/1.jpg", isStored: false, isPrimary: false } as const;

interface Part {
  productId: string;
  part: "picture" | "enrichment";
  isThere: boolean;
}

/** Gives a product an image that was found on the web, or a value that a model has made, or takes it away. */
export const setPart = mutation("test.set-part", async (tx, { productId, part, isThere }: Part, context) => {
  const nowMs = context.now();
  if (part === "enrichment") {
    if (!isThere) {
      return void (await tx.run("delete from enrichment_result where tenant_id = :tenant and product_id = :productId", {
        productId,
      }));
    }
    const result = { productId, entityId: null, type: "title", value: "", metadata: {}, appliedFields: [] };
    return enrichmentResults.saveAll(tx, [{ ...result, generatedAtMs: nowMs }]);
  }
  const id = `${productId.slice(0, -1)}f`;
  await mediaRows.erase(tx, { id: [id] });
  const image = { ...NOTHING, ...PICTURE, id, productId, position: 9, createdAtMs: nowMs, updatedAtUs: 0 };
  if (isThere) await insertMedia(tx, [image], nowMs);
});
