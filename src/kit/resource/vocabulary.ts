import { vocabulary } from "../../runtime/vocabulary.ts";
import { REFERENCE_MESSAGES } from "./messages.ts";

export const resourceVocabulary = vocabulary({
  messages: REFERENCE_MESSAGES,
});
