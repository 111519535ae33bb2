import { vocabulary } from "../../runtime/vocabulary.ts";
import { EAN_ASIN_MESSAGES } from "./messages.ts";

export const eanAsinVocabulary = vocabulary({
  messages: EAN_ASIN_MESSAGES,
});
