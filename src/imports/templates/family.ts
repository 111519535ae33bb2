import { family } from "../../runtime/family.ts";

export const mappingTemplates = family({
  tags: [
    { name: "Mapping Templates", description: "How the files of a supplier become products, kept for the next one." },
  ],
  routes: async () => [(await import("./routes.ts")).mappingTemplateRoutes],
  mutations: () => Promise.all([import("./set-default.ts"), import("./template.ts")]),
  expansions: { mapping_template: async () => (await import("./template.ts")).templatesById },
});
