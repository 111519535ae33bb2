import { openProducts } from "../../db/exports/exported-products.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { type BulkEdit, BulkEdits, end } from "../../src/products/edits/bulk-edit.ts";
import { editPage } from "../../src/products/edits/edit-page.ts";
import { undoPage } from "../../src/products/edits/undo-page.ts";
import { readFilterBody } from "../../src/products/lists/read-filter-body.ts";

type Context = JobContext<"bulk-edits.run">;

/** Other changes go in between two pages. */
const PAGE = 200;

/** Changes the products of an edit, or takes it back, page by page; each commits with how far it is. */
export const run: JobHandler<"bulk-edits.run"> = async ({ editId }, context) => {
  const edit = await BulkEdits.find(context.db, editId);
  if (edit?.status === "running") await change(edit, context);
  else if (edit?.status === "undoing") await undo(edit, context);
};

async function change(edit: BulkEdit, { db, signal, commit, throwIfInTheWay }: Context): Promise<void> {
  const { id, lastRow } = edit;
  const read = openProducts(db, { filter: readFilterBody(edit.filter), language: null }, ["id"]);
  let { afterRow } = edit;
  for (;;) {
    signal.throwIfAborted();
    const page = await read({ after: { rowId: afterRow, titleKey: "" }, offset: 0, limit: PAGE });
    const products = page.filter(({ rowId }) => rowId <= lastRow);
    afterRow = products.at(-1)?.rowId ?? afterRow;
    const productIds = products.map((product) => String(product.id));
    if (productIds.length > 0 && !(await commit(editPage, { id, productIds, afterRow }, "kept"))) return;
    if (products.length < PAGE) break;
    await throwIfInTheWay();
  }
  await commit(end, { id, as: "complete" }, "done");
}

async function undo({ id }: BulkEdit, { signal, commit, throwIfInTheWay }: Context): Promise<void> {
  while (await commit(undoPage, { id }, "kept")) {
    signal.throwIfAborted();
    await throwIfInTheWay();
  }
  await commit(end, { id, as: "finish" }, "done");
}
