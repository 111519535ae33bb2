import { family, runs, streams } from "../runtime/family.ts";
import { exportStream } from "./calls.ts";

export const exports = family({
  tags: [{ name: "Exports", description: "Files out: CSV, Excel, JSON and ZIP." }],
  routes: async () => {
    const { catalogExportRoutes } = await import("./catalog-export-routes.ts");
    const { exportRoutes } = await import("./routes.ts");
    const { legacyRoutes } = await import("./legacy-routes.ts");
    const { createdRoutes } = await import("./created-routes.ts");
    return [catalogExportRoutes, exportRoutes, legacyRoutes, createdRoutes];
  },
  mutations: () => Promise.all([import("./lifecycle.ts"), import("./legacy-export.ts")]),
  streams: [streams(exportStream, async () => (await import("../../workers/exports/stream.ts")).stream)],
  jobs: {
    "exports.write": runs(async () => (await import("../../workers/exports/write.ts")).write, {
      failed: async () => (await import("./lifecycle.ts")).failExport,
    }),
  },
});
