import { createHash } from "node:crypto";
import type { Settings } from "meilisearch";
import { FIELDS } from "../port.ts";

/** What every tenant's index is set to. Texts come as words in the form that is compared. */
export const SETTINGS: Settings = {
  searchableAttributes: [...FIELDS],
  filterableAttributes: [
    "row_id",
    "product_id",
    "code",
    "gtin14",
    "status",
    "lifecycle_status",
    "workflow_status",
    "brand_id",
    "category_id",
    "supplier_ids",
    "tag_ids",
    "price_cents",
    "completeness_score",
    "created_at_ms",
    "updated_at_us",
    "flags",
  ],
  sortableAttributes: ["row_id", "price_cents", "completeness_score", "updated_at_us"],
  rankingRules: ["words", "typo", "attribute", "proximity", "exactness", "sort"],
  typoTolerance: {
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnNumbers: true,
    disableOnAttributes: ["code"],
  },
  // Those of most products: by name, brands late in the alphabet would be missing where there are more. All categories are
  // needed, as each also counts in those above it.
  faceting: { maxValuesPerFacet: 10_000, sortFacetValuesBy: { "*": "count" } },
  // Every page can be turned to.
  pagination: { maxTotalHits: 10_000_000 },
  proximityPrecision: "byWord",
};

/** The synonyms of each word. */
type SynonymsByWord = Record<string, string[]>;

const hash = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const COMMON_ID: string = hash(SETTINGS);

/** What a tenant's index is set to: the settings of all, and its synonyms. Changes when one of them does. */
export const settingsIdOf = (synonyms: SynonymsByWord): string => `${COMMON_ID} ${hash(synonyms)}`;

/** Whether an index differs by its synonyms alone, which can be set on it as it is; for all else it is rebuilt. */
export const isBySynonyms = (settingsId: string): boolean => settingsId.startsWith(`${COMMON_ID} `);
