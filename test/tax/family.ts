import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const tax = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const word = `class-${canary.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
      const { body: rate } = await tenant.admin.post("/settings/tax/rates", {
        tax_class: word,
        country: "FR",
        rate: 20,
      });
      return { tax_rate_id: rate.id };
    },
  },
  silent: {
    because: "what prices are compared by; no price that is stored changes",
    operations: ["putTax", "createTaxRate", "updateTaxRate", "deleteTaxRate"],
  },
  examples: [
    ["putTax", body({ country: null, prices_include_tax: true })],
    [
      "createTaxRate",
      body({ tax_class: "reduced", country: "FR", rate: 5.5, valid_from: "2026-01-01", valid_until: "2026-12-31" }),
    ],
    ["updateTaxRate", of({ tax_rate_id: "{createTaxRate.id}" }, { rate: 10 })],
  ],
  unique: { createTaxRate: ["body/tax_class"] },
  sources: { tax_rate_id: "{createTaxRate.id}" },
  lasting: { because: "a price of a day long ago can be asked for", tables: ["tax_rate"] },
});
