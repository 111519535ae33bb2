import { vocabulary } from "../../runtime/vocabulary.ts";
import { TEMPLATE_MESSAGES } from "./messages.ts";

export const mappingTemplatesVocabulary = vocabulary({
  messages: TEMPLATE_MESSAGES,
});
