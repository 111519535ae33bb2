import { family } from "../runtime/family.ts";

export const http = family({
  routes: async () => [(await import("./observe/health.ts")).healthRoutes],
  mutations: () => Promise.all([import("./observe/kept-counters.ts"), import("./gate/store-answer.ts")]),
});
