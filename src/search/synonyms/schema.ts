import { Type } from "@sinclair/typebox";

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
