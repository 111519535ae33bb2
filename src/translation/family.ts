import { family } from "../runtime/family.ts";

export const translation = family({
  routes: async () => [(await import("./routes.ts")).translationRoutes],
  mutations: () => Promise.all([import("./batch.ts"), import("./run-translation.ts"), import("./terms.ts")]),
});
