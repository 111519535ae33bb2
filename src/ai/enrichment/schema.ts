import { type TProperties, Type } from "@sinclair/typebox";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { PROMPT_SOURCES } from "../prompts/resolve-prompt.ts";
import { PURPOSES } from "../provider/choose-model.ts";
import { APPLICABLE_FIELDS, ENRICHMENT_TYPES } from "./types.ts";

const Types = Type.Optional(
  Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 20,
    description: `${ENRICHMENT_TYPES.join(", ")}, or all (default): descriptions, seo, attributes and categorize. Repeatable or comma-separated.`,
    examples: [["descriptions", "seo"]],
  }),
);
const EntityId = Type.Optional(
  Type.String({ format: "uuid", description: "An entity's own texts; absent: the product's reference sheet." }),
);
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const PreviewQuery = Type.Object({ types: Types, entity_id: EntityId });
export const RunQuery = Type.Object({
  types: Types,
  auto_apply: flag("Store the result with the product. Default true."),
  reuse: flag("Take the answer that an equal request was given in the last 30 days, at no cost. Default false."),
  entity_id: EntityId,
});
export const DocumentsRunQuery = Type.Object({
  types: Types,
  auto_apply: flag("Store the result with the product. Default false."),
  entity_id: EntityId,
});
export const EntityQuery = Type.Object({ entity_id: EntityId });
export const ApplyQuery = Type.Object({
  fields: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 20,
      description: `${APPLICABLE_FIELDS.join(", ")}; absent: all that were generated. Repeatable.`,
    }),
  ),
  entity_id: EntityId,
});
export const HistoryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  entity_id: EntityId,
});

const WrittenTo = oneOf(["reference_sheet", "entity_content_variant"] as const);
export const PreviewBody = Type.Object({
  product_id: Uuid,
  target: Type.Object({
    layer: oneOf(["group", "entity"] as const),
    entity_id: orNull(Uuid),
    language: Type.String(),
    pivot_language: Type.String(),
  }),
  strict: Type.Boolean({ description: "Only prompts bound to the entity are used." }),
  written_to: WrittenTo,
  prompts: Type.Array(
    Type.Object({
      purpose: oneOf(PURPOSES),
      prompt_slug: orNull(Type.String()),
      source: oneOf(PROMPT_SOURCES),
      rank: Type.Integer({ minimum: 1, maximum: 4 }),
      origin: oneOf(["builtin", "custom", "constant"] as const),
      binding_missing: Type.Boolean({ description: "No prompt is bound; a run for an entity is refused then." }),
      version: Type.String({ description: "The revision of the prompt." }),
      messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() }, { title: "PromptMessage" }), {
        description: "What a model would be sent, without the passages of documents.",
      }),
    }),
  ),
  facts: Type.Array(
    Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() }, { title: "ProductFact" }),
    { description: "What the catalog says of the product and no machine wrote: what texts are made from." },
  ),
  length: Type.Object(
    {
      min: Type.Integer(),
      max: Type.Integer(),
      is_short: Type.Boolean({ description: "The facts carry less than the usual 80 to 200 words." }),
    },
    { title: "DescriptionLength", description: "Words of a description that the facts carry." },
  ),
});

export const SourceBody = Type.Object(
  {
    document_id: orNull(Uuid),
    title: Type.String(),
    chunk_index: orNull(Type.Integer()),
    url: orNull(Type.String()),
    score: Type.Number(),
  },
  { title: "Passage" },
);
const MetadataBody = Type.Object({
  prompt_slug: orNull(Type.String()),
  rank: Type.Integer(),
  source: Type.String(),
  prompt_version: Type.Optional(
    Type.String({ description: "The revision of the prompt: `builtin-2` of the program's own, else a number." }),
  ),
  provider: Type.String(),
  model: Type.String(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cost_usd: Type.Number(),
  left_out: Type.Optional(
    Type.Array(Type.String(), { description: "Parameters that the model refuses: it was asked without them." }),
  ),
  reused: Type.Optional(Type.Boolean({ description: "An equal request had been answered so: nothing was paid." })),
  sources: Type.Optional(
    Type.Array(SourceBody, { description: "Passages and pages that the model was given, where there were any." }),
  ),
});
/** One key for each type that was made. */
export const ResultValues = {
  descriptions: Type.Optional(Type.String()),
  seo: Type.Optional(Type.Object({ title: Type.String(), meta_description: Type.String() }, { title: "SeoTexts" })),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  categorize: Type.Optional(
    Type.Object(
      { category_id: orNull(Uuid), path: Type.String(), confidence: Type.Number() },
      { title: "CategoryProposal" },
    ),
  ),
  translate: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), { description: "Texts by language." }),
  ),
  ai_metadata: Type.Record(Type.String(), MetadataBody, { description: "By type." }),
} satisfies TProperties;

const Result = {
  product_id: Uuid,
  entity_id: orNull(Uuid),
  ...ResultValues,
  applied: Type.Boolean(),
  applied_fields: Type.Array(Type.String()),
} satisfies TProperties;
export const RunBody = Type.Object({
  ...Result,
  errors: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Why a type failed." })),
});
export const DocumentsRunBody = Type.Object({
  ...RunBody.properties,
  rag_chunks_found: Type.Integer(),
  sources: Type.Array(SourceBody),
});
export const StoredBody = Type.Object({ ...Result, generated_at: orNull(Time) });
export const ProgressBody = Type.Object({
  in_progress: Type.Boolean(),
  current_type: orNull(Type.String()),
  started_at: orNull(Time),
});
export const AppliedBody = Type.Object({
  product_id: Uuid,
  applied_fields: Type.Array(Type.String()),
  skipped_fields: Type.Array(Type.String(), { description: "Named, and never generated." }),
  written_to: WrittenTo,
});
export const HistoryBody = Type.Array(
  Type.Object({
    id: Uuid,
    enrichment_type: oneOf(ENRICHMENT_TYPES),
    previous_value: Type.Unknown(),
    new_value: Type.Unknown(),
    provider: Type.String(),
    model: Type.String(),
    prompt_slug: orNull(Type.String()),
    entity_id: orNull(Uuid),
    applied: Type.Boolean(),
    cost_usd: Type.Number(),
    created_at: Time,
  }),
);
