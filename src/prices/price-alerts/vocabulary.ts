import { vocabulary } from "../../runtime/vocabulary.ts";

export const priceAlertsVocabulary = vocabulary({
  events: ["price.alert"],
});
