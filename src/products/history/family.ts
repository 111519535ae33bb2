import { family } from "../../runtime/family.ts";

export const history = family({
  routes: async () => [(await import("./routes.ts")).historyRoutes],
  mutations: () => Promise.all([import("./revert-change.ts")]),
});
