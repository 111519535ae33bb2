import { family } from "../runtime/family.ts";

export const exportPlatforms = family({
  routes: async () => {
    const { sendRoutes } = await import("./send-routes.ts");
    const { platformRoutes } = await import("./platform-routes.ts");
    const { jobRoutes } = await import("./job-routes.ts");
    return [sendRoutes, platformRoutes, jobRoutes];
  },
  mutations: () => Promise.all([import("./change-platform.ts"), import("./change-jobs.ts")]),
});
