import { vocabulary } from "../../runtime/vocabulary.ts";

export const eanLookupVocabulary = vocabulary({
  events: ["ean.resolved"],
});
