import { family } from "../runtime/family.ts";

export const mappingTemplates = family({
  routes: async () => [(await import("./routes.ts")).mappingTemplateRoutes],
  mutations: () => Promise.all([import("./set-default.ts"), import("./template.ts")]),
});
