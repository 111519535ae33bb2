import { type TProperties, Type } from "@sinclair/typebox";
import { PROPOSAL_REASONS } from "../../../db/enrichment/proposals.ts";
import { expandable } from "../../http/input/expand.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { APPLY_MODES } from "./apply/decide-values.ts";
import { MetadataBody, SourceBody, TranslatedSource } from "./metadata.ts";
import { APPLICABLE_FIELDS, ENRICHMENT_TYPES } from "./types.ts";

export const Types = Type.Optional(
  Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 20,
    description: `${ENRICHMENT_TYPES.join(", ")}, or all (default): descriptions, seo, attributes and categorize. Repeatable or comma-separated.`,
    examples: [["descriptions", "seo"]],
  }),
);
export const EntityId = Type.Optional(
  Type.String({ format: "uuid", description: "An entity's own texts; absent: the product's reference sheet." }),
);
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** Which values are stored by themselves. */
export const AutoApply = Type.Union([Type.Boolean(), oneOf(APPLY_MODES)], {
  title: "AutoApply",
  description:
    "What is stored with the product by itself; the rest waits in `/enrichment/review`. `true` is `usual`: what is at least 0.6 " +
    "sure; `confident` asks for 0.8, `always` for nothing; `false` is `never`.",
});
const Overwrite = flag("Also over what a person wrote. Default false: that waits for a review.");

export const RunQuery = Type.Object({
  types: Types,
  auto_apply: Type.Optional(AutoApply),
  overwrite: Overwrite,
  reuse: flag("Take the answer that an equal request was given in the last 30 days, at no cost. Default false."),
  entity_id: EntityId,
});
export const DocumentsRunQuery = Type.Object({
  types: Types,
  auto_apply: Type.Optional(AutoApply),
  overwrite: Overwrite,
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
  overwrite: flag("Also over what was edited since the values were made. Default false."),
  entity_id: EntityId,
});
export const HistoryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
  entity_id: EntityId,
});

export const WrittenTo = oneOf(["reference_sheet", "entity_content_variant"] as const);
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
const HeldBody = Type.Object(
  {
    field: Type.String(),
    language: Type.String(),
    reason: oneOf(PROPOSAL_REASONS, {
      description:
        "`requested` auto_apply is never; `unsure` its confidence is too low; `written` a person wrote what is there; `reviewed` " +
        "somebody has reviewed it; `edited` it was changed while the model wrote.",
    }),
    confidence: Type.Number(),
  },
  { title: "HeldField" },
);
export const RunBody = Type.Object({
  ...Result,
  held: Type.Array(HeldBody, { description: "What waits in `/enrichment/review`, and why." }),
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
    prompt_version: orNull(Type.String(), "Of translations also that of the prompt for names: `builtin-3, names-1`."),
    sources: Type.Array(SourceBody, { description: "Passages and pages that the model was given." }),
    source_texts: Type.Array(TranslatedSource, {
      description: "Of a translation: what was translated, as it was then.",
    }),
    entity_id: orNull(Uuid),
    applied: Type.Boolean(),
    cost_usd: Type.Number(),
    created_at: Time,
    ...expandable({ entity: "entity" }),
  }),
);
