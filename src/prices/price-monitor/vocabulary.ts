import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const priceMonitorVocabulary = vocabulary({
  errors: {
    SCRAPER_SYNC_KEY_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "No sync key is configured", fr: "Aucune clé de synchronisation n'est configurée" },
      fix: { en: "Set a sync key in the settings.", fr: "Définissez une clé de synchronisation dans les paramètres." },
    },
  },
});
