import { vocabulary } from "../runtime/vocabulary.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

export const uploadsVocabulary = vocabulary({
  messages: UPLOAD_MESSAGES,
});
