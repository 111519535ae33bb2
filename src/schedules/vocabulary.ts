import { vocabulary } from "../runtime/vocabulary.ts";
import { SCHEDULE_MESSAGES } from "./messages.ts";

export const schedulesVocabulary = vocabulary({
  messages: SCHEDULE_MESSAGES,
});
