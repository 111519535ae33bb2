import { vocabulary } from "../../runtime/vocabulary.ts";
import { IMPORT_CONFIG_MESSAGES } from "./messages.ts";

export const importConfigsVocabulary = vocabulary({
  messages: IMPORT_CONFIG_MESSAGES,
});
