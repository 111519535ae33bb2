import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const translationVocabulary = vocabulary({
  errors: {
    TRANSLATOR_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No translator is configured", fr: "Aucun traducteur n'est configuré" },
      fix: {
        en: "Configure a translator in the settings, or translate with the AI provider.",
        fr: "Configurez un traducteur dans les paramètres, ou traduisez avec le fournisseur d'IA.",
      },
    },
  },
});
