import { vocabulary } from "../runtime/vocabulary.ts";
import { MAIL_MESSAGES } from "./messages.ts";

export const mailVocabulary = vocabulary({
  messages: MAIL_MESSAGES,
});
