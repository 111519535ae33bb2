import { family } from "../runtime/family.ts";

export const entities = family({
  routes: async () => [(await import("./routes.ts")).entityRoutes],
  mutations: () => Promise.all([import("./configuration.ts"), import("./entity.ts")]),
});
