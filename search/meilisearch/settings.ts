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
    "price_cents",
    "completeness_score",
    "created_at_ms",
    "updated_at_us",
    "flags",
  ],
  sortableAttributes: ["row_id", "price_cents", "completeness_score", "updated_at_us"],
  rankingRules: ["words", "typo", "attribute", "sort", "exactness"],
  typoTolerance: { minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 }, disableOnNumbers: true },
  faceting: { maxValuesPerFacet: 1_000 },
  // Every page can be turned to.
  pagination: { maxTotalHits: 10_000_000 },
  proximityPrecision: "byAttribute",
};

/** Changes when the settings do: an index with another one is made anew. */
export const SETTINGS_ID: string = createHash("sha256").update(JSON.stringify(SETTINGS)).digest("hex").slice(0, 16);
