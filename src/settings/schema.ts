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
