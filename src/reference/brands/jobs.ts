export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "brands.import-from-erp": { payload: Record<string, never>; checkpoint: never };
  }
}
