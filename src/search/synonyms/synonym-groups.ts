import { createHash } from "node:crypto";
import { replaceSynonyms } from "../../../search/synonyms.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { setting, settingChange } from "../../kit/setting.ts";
import { touchCatalog } from "../../products/changes/commit/touch-products.ts";
import { isLanguage } from "../../settings/iso-languages.ts";
import { wordsOf } from "../words/words.ts";

/** Groups of words that mean the same, by language, as they were written. */
export type SynonymGroups = Record<string, string[][]>;

export const SYNONYMS = setting<SynonymGroups>("search-synonyms", {}, (groups) =>
  createHash("sha256").update(JSON.stringify(groups)).digest("hex").slice(0, 16),
);
export const { find: findSynonymGroups } = SYNONYMS;

/** The groups of all languages, as words are compared. A search does not say its language, so all of them count. */
export const comparedGroups = (groups: SynonymGroups): string[][] =>
  Object.values(groups).flatMap((ofLanguage) => ofLanguage.map((group) => group.flatMap(wordsOf)));

/** The synonyms of each word, as words are compared. */
export function synonymsByWord(groups: SynonymGroups): Record<string, string[]> {
  const byWord = new Map<string, Set<string>>();
  for (const words of comparedGroups(groups)) {
    for (const word of words) {
      const synonyms = byWord.get(word) ?? new Set();
      for (const other of words) if (other !== word) synonyms.add(other);
      byWord.set(word, synonyms);
    }
  }
  return Object.fromEntries(Array.from(byWord, ([word, synonyms]) => [word, [...synonyms]]));
}

/** Throws VALIDATION_FAILED for what is no language, is not one word, or stands twice in one language. */
export function refuseSynonyms(groups: SynonymGroups): void {
  const problems = Object.entries(groups).flatMap(([language, ofLanguage]): FieldProblem[] =>
    isLanguage(language)
      ? problemsOf(language, ofLanguage)
      : [{ field: language, type: "invalid_value", key: "validation.language" }],
  );
  if (problems.length > 0) throw invalidBody(problems);
}

function problemsOf(language: string, groups: string[][]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [at, group] of groups.entries()) {
    for (const [place, written] of group.entries()) {
      const field = `${language}.${at}.${place}`;
      const [word, ...more] = wordsOf(written);
      if (word === undefined || more.length > 0) {
        problems.push({ field, type: "invalid_value", key: "settings.synonym_one_word" });
      } else if (seen.has(word)) {
        problems.push({ field, type: "invalid_value", key: "settings.synonym_twice", params: { word: written } });
      } else seen.add(word);
    }
  }
  return problems;
}

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
