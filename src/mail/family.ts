import { family, runs } from "../runtime/family.ts";

export const mail = family({
  mutations: () => Promise.all([import("./queue-mail.ts")]),
  jobs: {
    "mail.send": runs(async () => (await import("../../workers/mail/send.ts")).send, {
      failed: async () => (await import("./queue-mail.ts")).noteMailFailure,
    }),
  },
});

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "mail.send": { payload: { mailId: string }; checkpoint: never };
  }
}
