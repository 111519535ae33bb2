import { vocabulary } from "../../runtime/vocabulary.ts";
import { VIEW_MESSAGES } from "./messages.ts";

export const viewsVocabulary = vocabulary({ messages: VIEW_MESSAGES });
