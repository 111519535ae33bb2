import { answers, family } from "../runtime/family.ts";
import { findCall } from "./calls.ts";

export const documents = family({
  routes: async () => [(await import("./routes.ts")).documentIndexRoutes],
  mutations: () => Promise.all([import("./change-documents.ts")]),
  calls: [answers(findCall, async () => (await import("../../workers/documents/find.ts")).find)],
});
