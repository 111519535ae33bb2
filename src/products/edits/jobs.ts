export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "bulk-edits.run": { payload: { editId: string }; checkpoint: never };
  }
}
