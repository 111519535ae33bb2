export {};

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "exports.build-feed": { payload: { feedId: string }; checkpoint: never };
    "exports.write": { payload: { taskId: string }; checkpoint: never };
  }
}
