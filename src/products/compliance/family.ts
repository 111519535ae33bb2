import { answers, family } from "../../runtime/family.ts";
import { countCall, issuesCall, surveyCall } from "./calls.ts";

export const compliance = family({
  tags: [{ name: "Compliance", description: "Hazards, documents and rules of products." }],
  routes: async () => [(await import("./routes.ts")).complianceRoutes],
  mutations: () => Promise.all([import("./change-rule.ts"), import("./documents.ts")]),
  calls: [
    answers(countCall, async () => (await import("../../../workers/compliance/count.ts")).count),
    answers(issuesCall, async () => (await import("../../../workers/compliance/issues.ts")).issues),
    answers(surveyCall, async () => (await import("../../../workers/compliance/survey.ts")).survey),
  ],
});
