import { family } from "../family.ts";

export const imports = family({
  routes: async () => [(await import("./routes.ts")).importRoutes],
  mutations: () =>
    Promise.all([
      import("./apply-chunk.ts"),
      import("./archive-import.ts"),
      import("./begin-import.ts"),
      import("./cancel-import.ts"),
      import("./complete-import.ts"),
      import("./create-import.ts"),
      import("./fail-import.ts"),
      import("./ignore-pending-eans.ts"),
      import("./pause-import.ts"),
      import("./remove-import.ts"),
      import("./resolve-pending-ean.ts"),
      import("./resume-import.ts"),
      import("./retry-import.ts"),
      import("./save-analysis.ts"),
      import("./save-mapping.ts"),
      import("./start-processing.ts"),
      import("./sweep-archive.ts"),
    ]),
});
