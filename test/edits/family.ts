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
  tells: {
    createBulkEdit: {
      tells: ["product.updated"],
      body: ({ product_id: id }) => ({ filter: { ids: [id] }, fields: { finish: "matt" } }),
    },
    undoBulkEdit: { tells: ["product.updated"] },
  },
  silent: { because: "bulk edits: what was changed has told of itself", operations: ["cancelBulkEdit"] },
  examples: [["createBulkEdit", body({ filter: { ids: ["{createProduct.id}"] }, fields: { color: "green" } })]],
  // Each takes one of its own, in the status that it needs.
  apart: [
    ["cancelBulkEdit", of(MADE)],
    ["undoBulkEdit", of(MADE)],
  ],
  anew: { cancelBulkEdit: ["createBulkEdit"], undoBulkEdit: ["createBulkEdit"] },
  needs: { undoBulkEdit: ["getBulkEdit#/status=completed"] },
  sources: { "edits/job_id": "{createBulkEdit.id}" },
});
