import { family } from "../runtime/family.ts";

export const exports = family({
  routes: async () => {
    const { catalogExportRoutes } = await import("./catalog-export-routes.ts");
    const { exportRoutes } = await import("./routes.ts");
    return [catalogExportRoutes, exportRoutes];
  },
  mutations: () => Promise.all([import("./lifecycle.ts")]),
});
