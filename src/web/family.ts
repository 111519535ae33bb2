import { family } from "../runtime/family.ts";

export const web = family({
  routes: async () => [(await import("./routes.ts")).webRoutes],
  mutations: () => Promise.all([import("./host-turns.ts"), import("./note-web-run.ts"), import("./start-web-run.ts")]),
});
