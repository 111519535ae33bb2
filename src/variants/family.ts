import { family } from "../runtime/family.ts";

export const variants = family({
  routes: async () => [(await import("./routes.ts")).variantRoutes],
  mutations: () =>
    Promise.all([
      import("./create-variants.ts"),
      import("./delete-option.ts"),
      import("./delete-variant.ts"),
      import("./put-option.ts"),
      import("./update-variant.ts"),
    ]),
});
