import { family, runs } from "../runtime/family.ts";

export const backups = family({
  routes: async () => [(await import("./routes.ts")).backupRoutes],
  words: ["backup"],
  mutations: () => Promise.all([import("./mail-failure.ts"), import("./plan-backups.ts")]),
  jobs: {
    "backup.make": runs(async () => (await import("../../workers/backup/make.ts")).make, {
      failed: async () => (await import("./mail-failure.ts")).noteFailedBackup,
    }),
  },
});

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "backup.make": {
      /** Who is notified when it has failed for good; null: no one. */
      payload: { mailTo: string | null };
      checkpoint: never;
    };
  }
}
