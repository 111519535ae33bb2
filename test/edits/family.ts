import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const MADE = { job_id: "{createBulkEdit.id}" };

export const edits = testFamily({
  behind: ["products"],
  /** An edit of one product. */
  seed: {
    make: async ({ tenant, ids: { product_id: id } }) => {
      const made = await tenant.post("/products/bulk/edits", { filter: { ids: [id] }, fields: { color: "green" } });
      return { "edits/job_id": made.body.id };
    },
  },
  silent: {
    because: "bulk edits: the products tell of themselves, once they are changed",
    operations: ["createBulkEdit", "cancelBulkEdit", "undoBulkEdit"],
  },
  examples: [["createBulkEdit", body({ filter: { ids: ["{createProduct.id}"] }, fields: { color: "green" } })]],
  // Each takes one of its own, in the status that it needs.
  apart: [
    ["cancelBulkEdit", of(MADE)],
    ["undoBulkEdit", of(MADE)],
  ],
  anew: { cancelBulkEdit: ["createBulkEdit"], undoBulkEdit: ["createBulkEdit"] },
  needs: { undoBulkEdit: ["cancelBulkEdit"] },
  sources: { "edits/job_id": "{createBulkEdit.id}" },
});
