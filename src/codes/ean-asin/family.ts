import { answers, family } from "../../runtime/family.ts";
import { importFileCall } from "./calls.ts";

export const eanAsin = family({
  tags: [{ name: "EAN-ASIN Mapping", description: "Which code a product has on a marketplace." }],
  routes: async () => [(await import("./routes.ts")).eanAsinRoutes],
  words: ["ean-asin", "ean-asin-mappings", "ean-asin-templates"],
  mutations: () =>
    Promise.all([
      import("./apply-mappings.ts"),
      import("./import-mappings.ts"),
      import("./mapping.ts"),
      import("./mapping-file-template.ts"),
    ]),
  calls: [answers(importFileCall, async () => (await import("../../../workers/ean-asin/import-file.ts")).importFile)],
});
