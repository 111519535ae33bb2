import { testFamily } from "../sweeps/test-families.ts";

const PDF = "%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n";

export const compliance = testFamily({
  behind: ["products"],
  /** A document of the product. */
  seed: {
    // The rules are built in.
    shared: { rule_id: "REACH" },
    make: async ({ tenant, canary, ids }) => {
      const form = new FormData();
      form.set("file", new File([PDF], `${canary}.pdf`));
      form.set("title", canary);
      const { body } = await tenant.post(`/compliance/products/${ids["product_id"]}/documents`, form);
      return { document_id: body.id };
    },
  },
});
