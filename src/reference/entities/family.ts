import { family } from "../../runtime/family.ts";

export const entities = family({
  tags: [{ name: "Entities", description: "Channels and subsidiaries, and how each of them shows a product." }],
  routes: async () => [(await import("./routes.ts")).entityRoutes],
  words: ["entities", "configurations"],
  mutations: () => Promise.all([import("./configuration.ts"), import("./entity.ts")]),
  expansions: { entity: async () => (await import("./entity.ts")).entitiesById },
});
