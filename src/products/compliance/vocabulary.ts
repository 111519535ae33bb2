import { vocabulary } from "../../runtime/vocabulary.ts";
import { COMPLIANCE_MESSAGES } from "./messages.ts";

export const complianceVocabulary = vocabulary({
  messages: COMPLIANCE_MESSAGES,
});
