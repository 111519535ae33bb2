import { answers, family, runs } from "../runtime/family.ts";
import { findCall, similarCall, suggestCall } from "./calls.ts";

export const search = family({
  tags: [{ name: "Search", description: "Find products by words, with facets, suggestions and similar products." }],
  routes: async () => [
    (await import("./routes.ts")).searchRoutes,
    (await import("./synonyms/routes.ts")).searchSynonymRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./follow-remote.ts"),
      import("./lease-index.ts"),
      import("./similar/follow-similar.ts"),
      import("./open-state.ts"),
      import("./reindex.ts"),
      import("./similar/store-vectors.ts"),
      import("./synonyms/set-synonyms.ts"),
    ]),
  calls: [
    answers(findCall, async () => (await import("../../workers/search/find.ts")).find),
    answers(similarCall, async () => (await import("../../workers/search/similar.ts")).similar),
    answers(suggestCall, async () => (await import("../../workers/search/suggest.ts")).suggest),
  ],
  jobs: {
    "search.embed": runs(async () => (await import("../../workers/search/embed.ts")).embed),
    "search.reindex": runs(async () => (await import("../../workers/search/reindex.ts")).reindex, {
      failed: async () => (await import("./reindex.ts")).failReindex,
    }),
  },
});
