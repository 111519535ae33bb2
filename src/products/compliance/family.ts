import { family, reads } from "../../runtime/family.ts";
import { countCall, issuesCall, surveyCall } from "./calls.ts";

export const compliance = family({
  tags: [{ name: "Compliance", description: "Hazards, documents and rules of products." }],
  routes: async () => [(await import("./routes.ts")).complianceRoutes],
  words: ["compliance", "compliance-documents"],
  mutations: () => Promise.all([import("./compliance-rules.ts"), import("./documents.ts")]),
  calls: [
    reads(countCall, async () => (await import("./survey.ts")).countIssues),
    reads(issuesCall, async () => (await import("./survey.ts")).findIssues),
    reads(surveyCall, async () => (await import("./survey.ts")).surveyCompliance),
  ],
});
