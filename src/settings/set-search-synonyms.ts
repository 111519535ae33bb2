import { mutation } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { putSetting } from "../../db/settings/settings.ts";
import { readSynonyms, SYNONYMS_SETTING, type Synonyms } from "../../search/synonyms.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { requireVersion } from "../http/etag.ts";
import { refuseSynonyms, type SynonymGroups, synonymsByWord, synonymsVersion } from "./search-synonyms.ts";

interface SynonymsChange {
  groups: SynonymGroups;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets the synonyms of all languages; the ones there were are gone. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setSearchSynonyms = mutation(
  "settings.set-search-synonyms",
  async (tx, { groups, expected }: SynonymsChange, context): Promise<SynonymGroups> => {
    const before = await readSynonyms(tx);
    requireVersion(expected, synonymsVersion(before.groups));
    refuseSynonyms(groups);
    if (synonymsVersion(groups) === synonymsVersion(before.groups)) return before.groups;
    const after: Synonyms = { groups, byWord: synonymsByWord(groups) };
    await putSetting(tx, SYNONYMS_SETTING, after, context.now());
    // No product has changed, but Meilisearch is to be told: its index is behind by this tick.
    await takeTicks(tx, 1, context.now());
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
