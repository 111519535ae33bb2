import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const webVocabulary = vocabulary({
  errors: {
    WEB_SEARCH_NOT_CONFIGURED: {
      ...CONFLICT,
      says: { en: "Web search is not configured", fr: "La recherche web n'est pas configurée" },
      fix: {
        en: "Configure web search in the settings, or skip the web phase.",
        fr: "Configurez la recherche web dans les paramètres, ou omettez la phase web.",
      },
    },
  },
});
