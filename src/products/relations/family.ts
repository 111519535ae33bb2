import { family } from "../../runtime/family.ts";

export const relations = family({
  routes: async () => [(await import("./routes.ts")).relationRoutes],
  mutations: () => Promise.all([import("./relation.ts")]),
});
