import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";
import { AI_MESSAGES } from "./messages.ts";

export const aiVocabulary = vocabulary({
  messages: AI_MESSAGES,
  errors: {
    AI_PROVIDER_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No AI provider is configured", fr: "Aucun fournisseur d'IA n'est configuré" },
      fix: {
        en: "Configure an AI provider in the settings.",
        fr: "Configurez un fournisseur d'IA dans les paramètres.",
      },
    },
  },
});
