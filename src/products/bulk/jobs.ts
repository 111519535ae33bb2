export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "products.erase": { payload: { lastRowId: number; total: number }; checkpoint: never };
  }
}
