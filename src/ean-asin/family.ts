import { family } from "../runtime/family.ts";

export const eanAsin = family({
  routes: async () => [(await import("./routes.ts")).eanAsinRoutes],
  mutations: () =>
    Promise.all([
      import("./apply-mappings.ts"),
      import("./import-mappings.ts"),
      import("./mapping.ts"),
      import("./template.ts"),
    ]),
});
