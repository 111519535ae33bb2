import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const appsyncVocabulary = vocabulary({
  messages: {
    "appsync.done": { en: "OK", fr: "OK" },
    "appsync.synced": {
      en: "{created} created, {updated} updated, {errors} errors",
      fr: "{created} créés, {updated} mis à jour, {errors} erreurs",
    },
    "appsync.updated": {
      en: "{updated} updated, {missing} not found",
      fr: "{updated} mis à jour, {missing} introuvables",
    },
  },
  errors: {
    ERP_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No ERP is configured", fr: "Aucun ERP n'est configuré" },
      fix: { en: "Configure an ERP in the settings.", fr: "Configurez un ERP dans les paramètres." },
    },
  },
});
