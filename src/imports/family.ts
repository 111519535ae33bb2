import { answers, family } from "../runtime/family.ts";
import { analyzeCall, detectCall } from "./calls.ts";

export const imports = family({
  routes: async () => [(await import("./routes.ts")).importRoutes],
  mutations: () =>
    Promise.all([
      import("./run/apply-chunk.ts"),
      import("./archive/archive-import.ts"),
      import("./run/begin-import.ts"),
      import("./run/cancel-import.ts"),
      import("./run/complete-import.ts"),
      import("./upload/create-import.ts"),
      import("./run/fail-import.ts"),
      import("./pending/ignore-pending-eans.ts"),
      import("./run/pause-import.ts"),
      import("./archive/remove-import.ts"),
      import("./pending/resolve-pending-ean.ts"),
      import("./pending/look-up-pending.ts"),
      import("./run/resume-import.ts"),
      import("./run/retry-import.ts"),
      import("./revert/revert-import.ts"),
      import("./images/attach-images.ts"),
      import("./upload/save-analysis.ts"),
      import("./map/save-mapping.ts"),
      import("./run/start-dry-run.ts"),
      import("./run/start-processing.ts"),
      import("./sources/note-fetch.ts"),
      import("./sources/request-import.ts"),
      import("./archive/sweep-archive.ts"),
    ]),
  calls: [
    answers(analyzeCall, async () => (await import("../../workers/imports/analyze.ts")).analyze),
    answers(detectCall, async () => (await import("../../workers/imports/detect.ts")).detect),
  ],
});
