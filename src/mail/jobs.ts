export {};

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "mail.send": { payload: { mailId: string }; checkpoint: never };
  }
}
