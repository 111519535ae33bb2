import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { SynonymsBody, SynonymsUpdate } from "./schema.ts";
import { setSearchSynonyms } from "./set-synonyms.ts";
import { SYNONYMS } from "./synonym-groups.ts";

/** `/settings/search-synonyms`: words that a search takes for one another. */
export const searchSynonymRoutes = (services: Services) =>
  settingRoutes(services, SYNONYMS, {
    path: "/settings/search-synonyms",
    change: setSearchSynonyms,
    body: SynonymsBody,
    update: SynonymsUpdate,
    texts: {
      one: "SearchSynonyms",
      get: ["Get the search synonyms", "Groups of synonyms by language. Empty by default."],
      put: [
        "Set the search synonyms",
        "Replaces the synonyms of all languages. A search for one word of a group also finds the others. " +
          "Groups of all languages apply to every search. Each synonym is a single word and belongs to one group " +
          "per language.",
      ],
    },
  });
