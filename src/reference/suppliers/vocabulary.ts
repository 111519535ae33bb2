import { vocabulary } from "../../runtime/vocabulary.ts";

export const suppliersVocabulary = vocabulary({
  audit: { actions: ["supplier.deleted"], resources: ["supplier"] },
  events: ["supplier.created", "supplier.updated"],
});
