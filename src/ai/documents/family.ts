import { answers, family, runs } from "../../runtime/family.ts";
import { findCall } from "./calls.ts";

export const documents = family({
  tags: [{ name: "Enrichment Documents", description: "Data sheets that models read." }],
  routes: async () => [(await import("./routes.ts")).documentIndexRoutes],
  mutations: () => Promise.all([import("./change-documents.ts")]),
  calls: [answers(findCall, async () => (await import("../../../workers/documents/find.ts")).find)],
  jobs: {
    "documents.index": runs(async () => (await import("../../../workers/documents/index.ts")).indexDocument, {
      failed: async () => (await import("./change-documents.ts")).failIndex,
    }),
    "documents.embed": runs(async () => (await import("../../../workers/documents/embed.ts")).embed),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "documents.index": { payload: { documentId: string }; checkpoint: never };
    /** Makes the vectors of passages. */
    "documents.embed": { payload: Record<string, never>; checkpoint: never };
  }
}
