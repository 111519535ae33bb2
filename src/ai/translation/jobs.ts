export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "translation.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  }
}
