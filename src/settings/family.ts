import { family } from "../runtime/family.ts";

export const settings = family({
  tags: [
    { name: "Settings", description: "Languages, publication, synonyms and terms." },
    { name: "Connected Services", description: "ERP, mail, AI and other services that this tenant uses." },
  ],
  routes: async () => {
    const { dependencyRoutes } = await import("./dependency-routes.ts");
    const { settingRoutes } = await import("./routes.ts");
    return [dependencyRoutes, settingRoutes];
  },
  mutations: () => Promise.all([import("./publication.ts"), import("./put-dependency.ts"), import("./languages.ts")]),
});
