import { answers, family, runs } from "../../runtime/family.ts";
import { sendOneCall, testCall } from "./calls.ts";

export const exportPlatforms = family({
  tags: [{ name: "Export Platforms", description: "Servers of partners that products are sent to." }],
  expansions: { export_platform: async () => (await import("./platform-body.ts")).platformsById },
  routes: async () => {
    const { sendRoutes } = await import("./send-routes.ts");
    const { platformRoutes } = await import("./routes.ts");
    const { jobRoutes } = await import("./job-routes.ts");
    return [sendRoutes, platformRoutes, jobRoutes];
  },
  mutations: () => Promise.all([import("./change-platform.ts"), import("./change-jobs.ts")]),
  calls: [
    answers(sendOneCall, async () => (await import("../../../workers/export-platforms/send-one.ts")).sendOne),
    answers(testCall, async () => (await import("../../../workers/export-platforms/test.ts")).test),
  ],
  jobs: {
    "export-platforms.send": runs(async () => (await import("../../../workers/export-platforms/send.ts")).send, {
      failed: async () => (await import("./change-jobs.ts")).failExportJob,
    }),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "export-platforms.send": { payload: { jobId: string }; checkpoint: never };
  }
}
