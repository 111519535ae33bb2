import { deleteWanted, type WantedImages } from "../../../db/imports/import-images.ts";
import { addCounts } from "../../../db/imports/import-run.ts";
import { insertStep, placeOfStep } from "../../../db/imports/import-steps.ts";
import { imports } from "../../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { type RowProblem, storeProblems } from "../run/chunk/store-problems.ts";
import { attachFetched } from "./attach-fetched.ts";
import type { FetchedImage, ImageFailure } from "./fetch-image.ts";

/** What became of the images of a product, by the address that the file names. */
export interface FetchedImages extends WantedImages {
  importId: string;
  fetched: { sourceUrl: string; image: FetchedImage }[];
  failed: ({ url: string } & ImageFailure)[];
}

const NO_COUNTS = {
  processedRows: 0,
  successfulRows: 0,
  failedRows: 0,
  skippedRows: 0,
  productsCreated: 0,
  productsUpdated: 0,
  pricesUpdated: 0,
  stockUpdated: 0,
  errorCount: 0,
};

/**
 * Puts images that were fetched in the place of those that a product names, and notes which failed. Returns the ids of
 * those that were attached: the files of the others are for nothing.
 */
export const attachImages = mutation(
  "imports.attach-images",
  async (tx, { importId, productId, rowNumber, fetched, failed }: FetchedImages, context): Promise<string[]> => {
    // Another run has done so.
    if (!(await deleteWanted(tx, importId, productId))) return [];
    const [product] = await findRowsByIds(tx, [productId]);
    if (product?.deletedAtMs !== null) return [];
    const attached = await attach(tx, importId, { product, fetched }, context);
    const problems = failed.map(
      ({ url, ...message }): RowProblem => ({
        ...message,
        severity: "warning",
        errorType: "image_not_fetched",
        field: "image_urls",
        rawValue: url,
        rowNumber,
      }),
    );
    if (problems.length > 0) await addWarnings(tx, importId, problems, context);
    return attached;
  },
);

async function attach(
  tx: Tx,
  importId: string,
  { product, fetched }: { product: StoredRow; fetched: FetchedImages["fetched"] },
  context: MutationContext,
): Promise<string[]> {
  const fromUs = await placeOfStep(tx);
  const attached = await attachFetched(tx, product, fetched, context);
  if (attached.length === 0) return attached;
  // A revert of the import must not take this for a later change.
  const changed = product.rowId === undefined ? [] : [product.rowId];
  await insertStep(tx, importId, { fromUs, atMs: context.now(), made: null, changed, former: {} });
  return attached;
}

async function addWarnings(tx: Tx, importId: string, problems: RowProblem[], { now }: MutationContext): Promise<void> {
  const found = await imports.find(tx, { id: importId });
  if (!found) return;
  const seq = found.errorCount + found.warningCount + 1;
  const stored = await storeProblems(tx, importId, problems, { stored: found, seq, nowMs: now() });
  const counts = { ...NO_COUNTS, warningCount: problems.length };
  await addCounts(tx, { id: importId, status: found.status, counts, ...stored });
}
