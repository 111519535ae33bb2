import { answers, family, runs } from "../runtime/family.ts";
import { findCall, similarCall, suggestCall } from "./calls.ts";

export const search = family({
  tags: [{ name: "Search", description: "Find products by words, with facets, suggestions and similar products." }],
  routes: async () => [
    (await import("./routes.ts")).searchRoutes,
    (await import("./synonyms/routes.ts")).searchSynonymRoutes,
  ],
  words: ["search", "settings"],
  mutations: () =>
    Promise.all([
      import("./follower-steps.ts"),
      import("./reindex.ts"),
      import("./similar/store-vectors.ts"),
      import("./synonyms/synonym-groups.ts"),
    ]),
  calls: [
    answers(findCall, async () => (await import("./find-search-page.ts")).findPage),
    answers(similarCall, async () => (await import("./similar/find-similar.ts")).findSimilar),
    answers(suggestCall, async () => (await import("./words/suggest.ts")).suggest),
  ],
  jobs: {
    "search.embed": runs(async () => (await import("../../workers/search/embed.ts")).embed),
    "search.reindex": runs(async () => (await import("../../workers/search/reindex.ts")).reindex, {
      failed: async () => (await import("./reindex.ts")).failReindex,
    }),
  },
});
