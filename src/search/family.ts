import { family } from "../runtime/family.ts";

export const search = family({
  routes: async () => [(await import("./routes.ts")).searchRoutes],
  mutations: () =>
    Promise.all([
      import("./follow-remote.ts"),
      import("./follow-similar.ts"),
      import("./open-state.ts"),
      import("./reindex.ts"),
      import("./store-vectors.ts"),
    ]),
});
