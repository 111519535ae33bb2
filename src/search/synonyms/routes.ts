import { Type } from "@sinclair/typebox";
import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { SYNONYMS, setSearchSynonyms } from "./synonym-groups.ts";

const SYNONYMS_EXAMPLE = { fr: [["canapé", "sofa", "divan"]], en: [["sofa", "couch", "settee"]] };

const SynonymsBody = Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
  description: "Groups of synonyms by language (ISO 639-1).",
});

const SynonymsUpdate = Type.Record(
  Type.String(),
  Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 2, maxItems: 10 }), {
    maxItems: 500,
    description: "Groups of 2 to 10 synonyms.",
  }),
  { maxProperties: 10, description: "By language (ISO 639-1).", examples: [SYNONYMS_EXAMPLE] },
);

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
