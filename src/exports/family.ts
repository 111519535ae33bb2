import { family } from "../runtime/family.ts";

export const exports = family({
  routes: async () => {
    const { catalogExportRoutes } = await import("./catalog-export-routes.ts");
    const { exportRoutes } = await import("./routes.ts");
    const { legacyRoutes } = await import("./legacy-routes.ts");
    return [catalogExportRoutes, exportRoutes, legacyRoutes];
  },
  mutations: () => Promise.all([import("./lifecycle.ts")]),
});
