import { family, runs } from "../../runtime/family.ts";

export const bulkEdits = family({
  routes: async () => [(await import("./routes.ts")).bulkEditRoutes],
  mutations: () => Promise.all([import("./bulk-edit.ts"), import("./edit-page.ts"), import("./undo-page.ts")]),
  jobs: {
    "bulk-edits.run": runs(async () => (await import("../../../workers/bulk-edits/run.ts")).run, {
      failed: async () => (await import("./bulk-edit.ts")).fail,
    }),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "bulk-edits.run": { payload: { editId: string }; checkpoint: never };
  }
}
