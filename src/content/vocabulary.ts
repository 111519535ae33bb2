import { vocabulary } from "../runtime/vocabulary.ts";
import { CONTENT_MESSAGES } from "./messages.ts";

export const contentVocabulary = vocabulary({
  messages: CONTENT_MESSAGES,
});
