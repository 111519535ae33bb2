export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "export-platforms.send": { payload: { jobId: string }; checkpoint: never };
  }
}
