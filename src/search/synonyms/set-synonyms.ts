import { mutation } from "../../../db/ports.ts";
import { putSetting } from "../../../db/settings/settings.ts";
import { replaceSynonyms } from "../../../search/synonyms.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchCatalog } from "../../products/changes/commit/touch-products.ts";
import {
  comparedGroups,
  findSynonymGroups,
  refuseSynonyms,
  SYNONYMS_SETTING,
  type SynonymGroups,
  synonymsVersion,
} from "./synonym-groups.ts";

interface SynonymsChange {
  groups: SynonymGroups;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets the synonyms of all languages; the former ones are deleted. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setSearchSynonyms = mutation(
  "settings.set-search-synonyms",
  async (tx, { groups, expected }: SynonymsChange, context): Promise<SynonymGroups> => {
    const before = await findSynonymGroups(tx);
    requireVersion(expected, synonymsVersion(before));
    refuseSynonyms(groups);
    if (synonymsVersion(groups) === synonymsVersion(before)) return before;
    await putSetting(tx, SYNONYMS_SETTING, groups, context.now());
    await replaceSynonyms(tx, comparedGroups(groups));
    // No product has changed, but Meilisearch must be updated: its index is behind by this tick.
    await touchCatalog(tx, context);
    const counts = Object.entries(groups).map(([language, { length }]) => [language, length] as const);
    await noteAudit(tx, context, {
      action: "setting.changed",
      resource: "setting",
      resourceId: SYNONYMS_SETTING,
      details: { groups: Object.fromEntries(counts) },
    });
    return groups;
  },
);
