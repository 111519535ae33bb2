import { vocabulary } from "../../runtime/vocabulary.ts";
import { PRICING_MESSAGES } from "./messages.ts";

export const pricingVocabulary = vocabulary({
  messages: PRICING_MESSAGES,
  events: ["price.updated"],
});
