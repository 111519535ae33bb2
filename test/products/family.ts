import { addProducts } from "../add-products.ts";
import { services } from "../harness.ts";
import { testFamily } from "../sweeps/test-families.ts";
import { newEan, references } from "./given.ts";

export const products = testFamily({
  /** A changed product with a brand, a category, a supplier and texts in two languages. */
  seed: {
    // Changes are counted for each product.
    shared: { change_id: "1", "workflow/action": "approve" },
    make: async ({ tenant, canary }) => {
      const ean = newEan();
      const code = `SUP-${ean.slice(-6)}`;
      const [id = ""] = await services.write(addProducts, tenant.id, [
        {
          title: `Sweepword ${canary}`,
          ean,
          gtin14: `0${ean}`,
          eanStatus: "valid",
          brand: `Brand ${canary}`,
          category: `Root ${canary} > Leaf ${canary}`,
          supplierCode: code,
          sellers: [{ code, stock: 3 }],
          texts: { fr: { title: `Titre ${canary}` } },
        },
      ]);
      await tenant.patch(`/products/${id}`, { name: `Sweepword ${canary}, changed` });
      return {
        product_id: id,
        ids: id,
        "bulk/id": id,
        ean,
        supplier_code: code,
        ...(await references(tenant.db)),
      };
    },
  },
});
