import { addProducts } from "../../add-products.ts";
import { services } from "../../harness.ts";
import { newEan, references } from "../../products/given.ts";
import type { Seed } from "../seeds.ts";

/** A changed product with a brand, a category, a supplier and texts in two languages. */
export const productSeed: Seed = {
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
};
