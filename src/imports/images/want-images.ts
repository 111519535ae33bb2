import { insertWanted } from "../../../db/imports/import-images.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import type { PlannedRow } from "../run/chunk/plan-chunk.ts";

/** Notes the products for which rows name images, to be fetched once all rows are applied. */
export async function noteImages(tx: Tx, importId: string, planned: readonly PlannedRow[]): Promise<void> {
  const wanted = planned.flatMap(({ change, filled, row }) =>
    change && filled && Array.isArray(row.values["image_urls"])
      ? [{ productId: change.row.id, rowNumber: row.rowNumber }]
      : [],
  );
  if (wanted.length > 0) await insertWanted(tx, importId, wanted);
}

/** Lets a job fetch them. */
export const wantImages = (tx: Tx, importId: string, context: MutationContext): Promise<void> =>
  enqueue(tx, "imports.fetch-images", { importId }, context, { queue: "outside" });
