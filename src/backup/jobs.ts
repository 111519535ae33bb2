export {};

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "backup.make": {
      /** Who is notified when it has failed for good; null: no one. */
      payload: { mailTo: string | null };
      checkpoint: never;
    };
  }
}
