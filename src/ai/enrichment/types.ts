import type { Source } from "../documents/find-passages.ts";
import { ENTITY_PURPOSES } from "../prompts/binding.ts";
import type { Purpose } from "../provider/choose-model.ts";
import type { Grounding } from "./grounding/ground-text.ts";

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

/** A text that was translated. As the API shows it. */
export interface SourceText {
  language: string;
  field: string;
  text: string;
}

/** How a value was made. */
export interface Metadata {
  prompt_slug: string | null;
  rank: number;
  source: string;
  /** Which revision of the prompt. */
  prompt_version?: string;
  /** The prompt that names of products were translated by. */
  names_prompt?: { slug: string | null; version: string };
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  /** The parameters that the model does not take: it was asked without them. */
  left_out?: string[];
  /** An equal request had been answered so before: nothing was paid. */
  reused?: boolean;
  /** The passages and pages that the model was given. */
  sources?: Source[];
  /** 0 to 1: the least of its fields. */
  confidence?: number;
  /** The sentences of each field with their sources, and what no source says. */
  grounding?: Record<string, Grounding>;
}

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
