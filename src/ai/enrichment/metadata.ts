import { type Static, Type } from "@sinclair/typebox";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";

export const SourceBody = Type.Object(
  {
    document_id: orNull(Uuid),
    title: Type.String(),
    chunk_index: orNull(Type.Integer()),
    page: orNull(Type.Integer(), "Of a PDF, from 1."),
    url: orNull(Type.String()),
    score: Type.Number(),
  },
  { title: "Passage" },
);
/** What is claimed of a product that no source says. */
const FLAG_KINDS = ["number", "unit", "certificate", "origin", "name", "value", "term", "markup"] as const;
export const FlagBody = Type.Object(
  {
    kind: oneOf(FLAG_KINDS),
    text: Type.String(),
    confidence: Type.Number({ description: "How sure it is that no source says so, 0 to 1." }),
  },
  { title: "UnfoundedClaim", description: "A number, unit, certificate, origin or name that no source has." },
);
/** Where a sentence is from: a field of the catalog, or a passage. */
const CitedBody = Type.Union([
  Type.Object(
    { kind: Type.Literal("fact"), name: Type.String(), label: Type.String(), value: Type.String() },
    { title: "CitedFact" },
  ),
  Type.Object(
    {
      kind: Type.Literal("passage"),
      document_id: orNull(Uuid),
      title: Type.String(),
      chunk_index: orNull(Type.Integer()),
      page: orNull(Type.Integer()),
      url: orNull(Type.String()),
    },
    { title: "CitedPassage" },
  ),
]);
export type Cited = Static<typeof CitedBody>;

export const SentenceBody = Type.Object(
  {
    text: Type.String(),
    sources: Type.Array(CitedBody),
  },
  { title: "GroundedSentence" },
);
/** A claim without a source. */
export type Flag = Static<typeof FlagBody>;

/** A text held against its sources. */
const GroundingBody = Type.Object(
  { confidence: Type.Number(), sentences: Type.Array(SentenceBody), flags: Type.Array(FlagBody) },
  { title: "Grounding" },
);
export type Grounding = Static<typeof GroundingBody>;

/** How a value was made. */
export const MetadataBody = Type.Object({
  prompt_slug: orNull(Type.String()),
  rank: Type.Integer(),
  source: Type.String(),
  prompt_version: Type.Optional(
    Type.String({ description: "The revision of the prompt: `builtin-3` of the program's own, else a number." }),
  ),
  names_prompt: Type.Optional(
    Type.Object(
      { slug: orNull(Type.String()), version: Type.String({ examples: ["names-1"] }) },
      {
        title: "NamesPrompt",
        description: "By which names of products were translated, if not by the prompt for texts.",
      },
    ),
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
  confidence: Type.Optional(Type.Number({ description: "0 to 1: how far it can be stored without being read." })),
  grounding: Type.Optional(
    Type.Record(Type.String(), GroundingBody, {
      description: "By field: its sentences with their sources, and flags.",
    }),
  ),
});
export type Metadata = Static<typeof MetadataBody>;

/** A text that was translated. */
export const TranslatedSource = Type.Object(
  { language: Type.String(), field: Type.String(), text: Type.String() },
  { title: "TranslatedSource" },
);
export type SourceText = Static<typeof TranslatedSource>;
