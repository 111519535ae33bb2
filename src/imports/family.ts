import { answers, family, runs, streams } from "../runtime/family.ts";
import { analyzeCall, assistCall, detectCall, failedRowsStream, lookCall } from "./calls.ts";

export const imports = family({
  tags: [
    { name: "Imports", description: "Files in: upload, map columns, try, run, and see what went wrong." },
    { name: "Import Sources", description: "Files that are fetched: from a URL, an FTP or SFTP server, or a mailbox." },
    { name: "Pending EANs", description: "Rows of imports with an EAN that needs a decision." },
    { name: "Import Reverts", description: "Taking back what an import has changed." },
    { name: "Import Archive", description: "Old imports, put away." },
  ],
  routes: async () => [(await import("./routes.ts")).importRoutes],
  mutations: () =>
    Promise.all([
      import("./run/chunk/apply-chunk.ts"),
      import("./archive/archive-import.ts"),
      import("./run/moves.ts"),
      import("./upload/create-import.ts"),
      import("./pending/resolve-pending-ean.ts"),
      import("./archive/remove-import.ts"),
      import("./pending/resolve-pending-ean.ts"),
      import("./pending/look-up-pending.ts"),
      import("./revert/revert-import.ts"),
      import("./images/attach-images.ts"),
      import("./upload/save-analysis.ts"),
      import("./map/save-mapping.ts"),
      import("./run/dry-run/start-dry-run.ts"),
      import("./sources/note-fetch.ts"),
      import("./sources/request-import.ts"),
      import("./archive/sweep-archive.ts"),
    ]),
  calls: [
    answers(lookCall, async () => (await import("../../workers/imports/look-at-source.ts")).lookAtSource),
    answers(analyzeCall, async () => (await import("../../workers/imports/analyze.ts")).analyze),
    answers(assistCall, async () => (await import("./upload/assist.ts")).assisted),
    answers(detectCall, async () => (await import("../../workers/imports/detect.ts")).detect),
  ],
  streams: [streams(failedRowsStream, async () => (await import("../../workers/imports/failed-rows.ts")).failedRows)],
  jobs: {
    "imports.dry-run": runs(async () => (await import("../../workers/imports/dry-run.ts")).dryRun),
    "imports.look-up-eans": runs(async () => (await import("../../workers/imports/look-up-eans.ts")).lookUpEans),
    "imports.fetch-images": runs(async () => (await import("../../workers/imports/fetch-images.ts")).fetchImages),
    "imports.revert": runs(async () => (await import("../../workers/imports/revert.ts")).revert, {
      failed: async () => (await import("./revert/revert-import.ts")).failRevert,
    }),
    "imports.run": runs(async () => (await import("../../workers/imports/run.ts")).run, {
      failed: async () => (await import("./run/moves.ts")).noteImportFailure,
    }),
    "imports.fetch": runs(async () => (await import("../../workers/imports/fetch.ts")).fetch, {
      failed: async () => (await import("./run/moves.ts")).noteImportFailure,
    }),
    "imports.settle-source": runs(async () => (await import("../../workers/imports/settle-source.ts")).settleSource, {
      failed: async () => (await import("./configs/settle-file.ts")).noteUnsettled,
    }),
    "imports.run-config": runs(async () => (await import("../../workers/imports/run-config.ts")).runConfig),
  },
});
