import { family, reads, runs } from "../runtime/family.ts";
import { byReferenceCall, changesCall, countCall, pageCall } from "./calls.ts";

export const products = family({
  tags: [
    { name: "Products", description: "Create, read, list, change and delete products, one by one or many at once." },
  ],
  routes: async () => [(await import("./routes.ts")).productRoutes],
  mutations: () =>
    Promise.all([
      import("./changes/update-product.ts"),
      import("./changes/commit/touch-owned.ts"),
      import("./lists/shared-page-marks.ts"),
    ]),
  expansions: { product: async () => (await import("./views/product-body.ts")).productsById },
  calls: [
    reads(byReferenceCall, async () => (await import("./lists/find-page.ts")).findByReferences),
    reads(changesCall, async () => (await import("./changes/find-changes.ts")).findChanges),
    reads(countCall, async () => (await import("./lists/find-page.ts")).countList),
    reads(pageCall, async () => (await import("./lists/find-page.ts")).findPage),
  ],
  jobs: {
    "products.touch": runs(async () => (await import("../../workers/products/touch.ts")).touch),
  },
});
