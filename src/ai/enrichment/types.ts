import { ENTITY_PURPOSES } from "../prompts/binding.ts";
import type { Purpose } from "../provider/choose-model.ts";
import type { Grounding, Metadata, SourceText } from "./metadata.ts";

/** What can be made for a product. */
export const ENRICHMENT_TYPES = ["descriptions", "seo", "attributes", "categorize", "translate"] as const;
export type EnrichmentType = Purpose;

/** What `all` means: translation only when it is named. */
export const ALL_TYPES: readonly EnrichmentType[] = ["descriptions", "seo", "attributes", "categorize"];
/** The types that a batch names. */
export const typesOfBatch = (types: readonly string[]): EnrichmentType[] => [
  // The schema lets these and "all" through.
  ...new Set(types.flatMap((type) => (type === "all" ? ALL_TYPES : [type as EnrichmentType]))),
];

/** What an entity may have of its own. */
export const ENTITY_TYPES = ENTITY_PURPOSES;

/** How a value of each type is stored with the product: the names by which fields can be chosen. */
export const APPLICABLE_FIELDS = [
  "title",
  "description",
  "short_description",
  "seo_title",
  "seo_meta_description",
  "attributes",
  "category_id",
] as const;
export type ApplicableField = (typeof APPLICABLE_FIELDS)[number];

/** What was made of one type. Plain data: it crosses threads. */
export interface Generated {
  type: EnrichmentType;
  /** As the API shows it. */
  value: unknown;
  /** The fields of the product that it is meant for, cleaned. */
  fields: Partial<Record<ApplicableField, unknown>>;
  /** `translate`: the fields by language. */
  texts?: Record<string, Record<string, string>>;
  /** `translate`: what they were made of. */
  sourceTexts?: SourceText[];
  /** By field (`attributes.` and a name, a language and a field): what of it is from where, and what from nowhere. */
  grounding?: Record<string, Grounding>;
  /** The digests of what stood in the fields when it was made. */
  base?: Record<string, string>;
  metadata: Metadata;
  costMicros: number;
  callIds: string[];
}
