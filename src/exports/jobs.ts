export {};

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "exports.write": { payload: { taskId: string }; checkpoint: never };
  }
}
