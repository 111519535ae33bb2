import { vocabulary } from "../../runtime/vocabulary.ts";
import { RATE_MESSAGES } from "./messages.ts";

export const exchangeRatesVocabulary = vocabulary({ messages: RATE_MESSAGES });
