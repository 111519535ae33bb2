import { replaceSynonyms } from "../../../search/synonyms.ts";
import { settingChange } from "../../kit/setting.ts";
import { touchCatalog } from "../../products/changes/commit/touch-products.ts";
import { comparedGroups, refuseSynonyms, SYNONYMS, type SynonymGroups } from "./synonym-groups.ts";

/** Sets the synonyms of all languages; the former ones are deleted. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setSearchSynonyms = settingChange("settings.set-search-synonyms", SYNONYMS, {
  apply: (_, groups: SynonymGroups) => {
    refuseSynonyms(groups);
    return groups;
  },
  changed: async (tx, groups, context) => {
    await replaceSynonyms(tx, comparedGroups(groups));
    // No product has changed, but Meilisearch must be updated: its index is behind by this tick.
    await touchCatalog(tx, context);
  },
  details: (groups) => {
    const counts = Object.entries(groups).map(([language, { length }]) => [language, length] as const);
    return { groups: Object.fromEntries(counts) };
  },
});
