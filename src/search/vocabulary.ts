import { CONFLICT } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";

export const searchVocabulary = vocabulary({
  errors: {
    SEARCH_VECTOR_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "Vector search is not configured", fr: "La recherche vectorielle n'est pas configurée" },
      fix: {
        en: "Configure vector search in the settings.",
        fr: "Configurez la recherche vectorielle dans les paramètres.",
      },
    },
  },
});
