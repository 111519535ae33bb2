import { answers, family, runs } from "../runtime/family.ts";
import { byReferenceCall, changesCall, countCall, pageCall } from "./calls.ts";

export const products = family({
  tags: [
    { name: "Products", description: "Create, read, list, change and delete products, one by one or many at once." },
  ],
  routes: async () => [(await import("./routes.ts")).productRoutes],
  mutations: () =>
    Promise.all([
      import("./changes/create-product.ts"),
      import("./changes/delete-product.ts"),
      import("./changes/commit/touch-owned.ts"),
      import("./changes/update-product.ts"),
    ]),
  expansions: { product: async () => (await import("./lists/products-by-id.ts")).productsById },
  calls: [
    answers(byReferenceCall, async () => (await import("../../workers/products/by-reference.ts")).byReference),
    answers(changesCall, async () => (await import("../../workers/products/changes.ts")).changes),
    answers(countCall, async () => (await import("../../workers/products/count.ts")).count),
    answers(pageCall, async () => (await import("../../workers/products/page.ts")).page),
  ],
  jobs: {
    "products.touch": runs(async () => (await import("../../workers/products/touch.ts")).touch),
  },
});
