import { vocabulary } from "../../runtime/vocabulary.ts";

export const stockVocabulary = vocabulary({
  events: ["stock.updated"],
});
