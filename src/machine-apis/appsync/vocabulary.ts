import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";
import { APPSYNC_MESSAGES } from "./messages.ts";

export const appsyncVocabulary = vocabulary({
  messages: APPSYNC_MESSAGES,
  errors: {
    ERP_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No ERP is configured", fr: "Aucun ERP n'est configuré" },
      fix: { en: "Configure an ERP in the settings.", fr: "Configurez un ERP dans les paramètres." },
    },
  },
});
