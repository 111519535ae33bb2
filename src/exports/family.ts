import { answers, family, runs, streams } from "../runtime/family.ts";
import { exportStream, previewCall } from "./calls.ts";

export const exports = family({
  routes: async () => {
    const { catalogExportRoutes } = await import("./catalog-export-routes.ts");
    const { exportRoutes } = await import("./routes.ts");
    const { legacyRoutes } = await import("./legacy-routes.ts");
    const { createdRoutes } = await import("./created-routes.ts");
    const { profileRoutes } = await import("./profiles/routes.ts");
    return [catalogExportRoutes, profileRoutes, exportRoutes, legacyRoutes, createdRoutes];
  },
  mutations: () =>
    Promise.all([import("./lifecycle.ts"), import("./legacy-export.ts"), import("./profiles/profile.ts")]),
  calls: [answers(previewCall, async () => (await import("../../workers/exports/preview.ts")).preview)],
  streams: [streams(exportStream, async () => (await import("../../workers/exports/stream.ts")).stream)],
  jobs: {
    "exports.write": runs(async () => (await import("../../workers/exports/write.ts")).write, {
      failed: async () => (await import("./lifecycle.ts")).failExport,
    }),
  },
});
