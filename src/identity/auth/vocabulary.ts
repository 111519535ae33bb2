import { vocabulary } from "../../runtime/vocabulary.ts";
import { IDENTITY_MESSAGES } from "./messages.ts";

export const authVocabulary = vocabulary({
  messages: IDENTITY_MESSAGES,
  audit: { actions: ["session.started", "session.refused", "session.ended"], resources: ["session"] },
});
