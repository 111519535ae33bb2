import { family } from "../family.ts";

export const http = family({
  routes: async () => [(await import("./health.ts")).healthRoutes],
  mutations: () => Promise.all([import("./kept-counters.ts"), import("./store-answer.ts")]),
});
