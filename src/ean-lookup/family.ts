import { family } from "../runtime/family.ts";

export const eanLookup = family({
  routes: async () => [(await import("./routes.ts")).eanLookupRoutes],
  mutations: () => Promise.all([import("./look-up.ts")]),
});
