import { Type } from "@sinclair/typebox";

const Code = Type.String({ pattern: "^[a-z]{2}$", description: "ISO 639-1.", examples: ["fr"] });

export const LanguagesBody = Type.Object({
  pivot: Type.String({ description: "Language of the products' own texts." }),
  enabled: Type.Array(Type.String(), { description: "Languages available for exports, imports and translation." }),
});

export const LanguagesUpdate = Type.Object({
  pivot: Type.Optional(Code),
  enabled: Type.Optional(Type.Array(Code, { minItems: 1, maxItems: 50, examples: [["fr", "en", "de"]] })),
});

export const PublicationBody = Type.Object({
  min_score: Type.Integer({ description: "Minimum completeness score for publication." }),
  enforce: Type.Boolean({ description: "Whether connectors and platform exports include published products only." }),
});

export const PublicationUpdate = Type.Object({
  min_score: Type.Optional(
    Type.Integer({ minimum: 70, maximum: 100, description: "Completeness score, 70 to 100.", examples: [80] }),
  ),
  enforce: Type.Optional(
    Type.Boolean({ description: "Restrict connectors and platform exports to published products." }),
  ),
});

const SYNONYMS_EXAMPLE = { fr: [["canapé", "sofa", "divan"]], en: [["sofa", "couch", "settee"]] };

export const SynonymsBody = Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
  description: "Groups of synonyms by language (ISO 639-1).",
});

export const SynonymsUpdate = Type.Record(
  Type.String(),
  Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 2, maxItems: 10 }), {
    maxItems: 500,
    description: "Groups of 2 to 10 synonyms.",
  }),
  { maxProperties: 10, description: "By language (ISO 639-1).", examples: [SYNONYMS_EXAMPLE] },
);
