import { family } from "../../runtime/family.ts";

export const prompts = family({
  tags: [{ name: "Enrichment Prompts", description: "What models are told." }],
  routes: async () => [(await import("./routes.ts")).promptRoutes],
  mutations: () => Promise.all([import("./binding.ts"), import("./change-prompts.ts"), import("./voice.ts")]),
});
