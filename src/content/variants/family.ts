import { family } from "../../runtime/family.ts";

export const contentVariants = family({
  tags: [{ name: "Product Languages", description: "Texts of a product in other languages." }],
  routes: async () => [
    (await import("./routes.ts")).contentVariantRoutes,
    (await import("./unreviewed-routes.ts")).unreviewedRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./decide-unreviewed.ts"),
      import("./delete-content.ts"),
      import("./put-content.ts"),
      import("./review-content.ts"),
    ]),
});
