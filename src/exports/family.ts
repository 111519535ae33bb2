import { answers, family, runs, streams } from "../runtime/family.ts";
import { checkFeedCall, exportStream, feedStream, previewCall } from "./calls.ts";

export const exports = family({
  tags: [
    { name: "Exports", description: "Files out: CSV, Excel, JSON and ZIP." },
    {
      name: "Export Profiles",
      description: "How products become the rows of a file: columns, languages, prices, variants.",
    },
    {
      name: "Export Feeds",
      description: "Files for marketplaces and price comparison sites, each at an address of its own.",
    },
  ],
  routes: async () => {
    const { catalogExportRoutes } = await import("./legacy/catalog-export-routes.ts");
    const { exportRoutes } = await import("./routes.ts");
    const { legacyRoutes } = await import("./legacy/routes.ts");
    const { createdRoutes } = await import("./tasks/created-routes.ts");
    const { profileRoutes } = await import("./profiles/routes.ts");
    const { feedRoutes } = await import("./feeds/routes.ts");
    const { publicFeedRoutes } = await import("./feeds/public-routes.ts");
    return [
      catalogExportRoutes,
      profileRoutes,
      feedRoutes,
      publicFeedRoutes,
      exportRoutes,
      legacyRoutes,
      createdRoutes,
    ];
  },
  words: ["exports", "export-profiles", "export-feeds"],
  mutations: () =>
    Promise.all([
      import("./tasks/lifecycle.ts"),
      import("./legacy/legacy-export.ts"),
      import("./profiles/profile.ts"),
      import("./feeds/export-feed.ts"),
      import("./feeds/builds.ts"),
    ]),
  expansions: { export_profile: async () => (await import("./profiles/profile.ts")).profilesById },
  calls: [
    answers(previewCall, async () => (await import("./profiles/preview.ts")).previewProfile),
    answers(checkFeedCall, async () => (await import("./feeds/check-feed.ts")).checkFeed),
  ],
  streams: [
    streams(feedStream, async () => (await import("../../workers/exports/stream-feed.ts")).streamFeed),
    streams(exportStream, async () => (await import("../../workers/exports/stream.ts")).stream),
  ],
  jobs: {
    "exports.build-feed": runs(async () => (await import("../../workers/exports/build-feed.ts")).buildFeed),
    "exports.write": runs(async () => (await import("../../workers/exports/write.ts")).write, {
      failed: async () => (await import("./tasks/lifecycle.ts")).failExport,
    }),
  },
});

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "exports.build-feed": { payload: { feedId: string }; checkpoint: never };
    "exports.write": { payload: { taskId: string }; checkpoint: never };
  }
}
