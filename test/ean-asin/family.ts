import { testFamily } from "../sweeps/test-families.ts";

export const eanAsin = testFamily({
  behind: ["products"],
  /** A mapping and a template. */
  seed: {
    // Templates are counted for each tenant.
    shared: { "templates/template_id": "1" },
    make: async ({ tenant, canary, ids }) => {
      await tenant.post("/ean-asin/templates", { name: canary, ean_column: "ean", asin_column: "asin" });
      const { body } = await tenant.post("/ean-asin/mappings", { ean: ids["ean"], asin: "B000J6A2LQ" });
      return { mapping_id: body.id };
    },
  },
});
