import type { Reader } from "../db/ports.ts";
import { json, text } from "../db/rows.ts";
import { findSetting } from "../db/settings/settings.ts";

export const SYNONYMS_SETTING = "search-synonyms";

/** A tenant's synonyms as they are stored. */
export interface Synonyms {
  /** As they were written: by language, groups of words that mean the same. */
  groups: Record<string, string[][]>;
  /** The synonyms of each word, all in the form that words are compared in. */
  byWord: Record<string, string[]>;
}

const NONE: Synonyms = { groups: {}, byWord: {} };

export const readSynonyms = async (db: Reader): Promise<Synonyms> =>
  // Only `setSearchSynonyms` writes it.
  ((await findSetting(db, SYNONYMS_SETTING)) as Synonyms | undefined) ?? NONE;

/** The synonyms of these words, by word; those without any are left out. Words are letters and digits, as `wordsOf` says. */
export async function findSynonyms(db: Reader, words: readonly string[]): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map();
  const found = await db.all(
    `select wanted.value as word, json_extract(setting.value, '$.byWord."' || wanted.value || '"') as synonyms
      from setting cross join json_each(:words) wanted
      where setting.tenant_id = :tenant and setting.name = :name
        and json_type(setting.value, '$.byWord."' || wanted.value || '"') = 'array'`,
    { words: JSON.stringify(words), name: SYNONYMS_SETTING },
    (row) => [text(row, "word"), json(row, "synonyms") as string[]] as const,
  );
  return new Map(found);
}
