import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { setTerms, TERMS, TermsBody } from "./translation-terms.ts";

/** `/settings/translation-terms`: words that translations keep, and how some are translated. */
export const termsRoutes = (services: Services) =>
  settingRoutes(services, TERMS, {
    path: "/settings/translation-terms",
    change: setTerms,
    body: TermsBody,
    texts: {
      one: "TranslationTerms",
      get: [
        "Get the translation terms",
        "Words that are kept, and the glossary. Empty by default; brand names are always kept.",
      ],
      put: ["Set the translation terms", "Replaces them all."],
    },
  });
