import { family, runs } from "../../runtime/family.ts";

export const exportSchedules = family({
  tags: [{ name: "Export Schedules", description: "Exports that run by themselves." }],
  routes: async () => [(await import("./routes.ts")).scheduleRoutes],
  mutations: () => Promise.all([import("./export-schedule.ts"), import("./schedule-runs.ts")]),
  jobs: {
    "export-schedules.run": runs(async () => (await import("../../../workers/export-schedules/run.ts")).run, {
      failed: async () => (await import("./schedule-runs.ts")).failRun,
    }),
    "export-schedules.retry": runs(async () => (await import("../../../workers/export-schedules/retry.ts")).retry, {
      failed: async () => (await import("./schedule-runs.ts")).failRun,
    }),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "export-schedules.run": { payload: { scheduleId: string }; checkpoint: { jobId: string } };
    "export-schedules.retry": {
      payload: { scheduleId: string; jobId: string; attempt: number };
      checkpoint: { jobId: string };
    };
  }
}
