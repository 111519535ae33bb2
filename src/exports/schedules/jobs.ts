export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "export-schedules.run": { payload: { scheduleId: string }; checkpoint: { jobId: string } };
    "export-schedules.retry": {
      payload: { scheduleId: string; jobId: string; attempt: number };
      checkpoint: { jobId: string };
    };
  }
}
