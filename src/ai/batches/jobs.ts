export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "enrichment.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  }
}
