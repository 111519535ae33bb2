export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "auth.mail-reset": { payload: { email: string }; checkpoint: never };
  }
}
