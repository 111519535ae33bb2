import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const pricing = testFamily({
  behind: ["products"],
  /** A price list with an entry, and a price of a product. */
  seed: {
    make: async ({ tenant, canary, ids: { product_id: product } }) => {
      const { body: list } = await tenant.post("/price-lists", {
        name: `List ${canary}`,
        channel: `Channel ${canary}`,
      });
      const { body: entry } = await tenant.post(`/price-lists/${list.id}/entries`, {
        product_id: product,
        price: 9,
        min_quantity: 50,
      });
      const { body: price } = await tenant.post(`/products/${product}/prices`, {
        source: `Source ${canary}`,
        price: 8,
      });
      const { body: analysis } = await tenant.post("/analytics/price-sources/runs", {});
      const ids = { price_list_id: list.id, entry_id: entry.id, price_id: price.id };
      return { ...ids, "runs/job_id": analysis.id };
    },
  },
  silent: {
    because: "analyses: nothing is changed",
    operations: ["analysePriceSources", "cancelPriceSourceAnalysis", "retryPriceSourceAnalysis"],
  },
  examples: [["analysePriceSources", body({ days: 30 })]],
  apart: [
    ["cancelPriceSourceAnalysis", of({ job_id: "{analysePriceSources.id}" })],
    ["retryPriceSourceAnalysis", of({ job_id: "{analysePriceSources.id}" })],
  ],
  sources: { "runs/job_id": "{analysePriceSources.id}" },
});
