import { Type } from "@sinclair/typebox";

const Code = Type.String({ pattern: "^[a-z]{2}$", description: "ISO 639-1.", examples: ["fr"] });

export const LanguagesBody = Type.Object({
  pivot: Type.String({ description: "The language of the texts that every product has." }),
  enabled: Type.Array(Type.String(), { description: "The languages that exports, imports and translation take." }),
});

export const LanguagesUpdate = Type.Object({
  pivot: Type.Optional(Code),
  enabled: Type.Optional(Type.Array(Code, { minItems: 1, maxItems: 50, examples: [["fr", "en", "de"]] })),
});

export const PublicationBody = Type.Object({
  min_score: Type.Integer({ description: "The completeness score from which a product can be published." }),
  enforce: Type.Boolean({ description: "Whether connectors and platform exports take published products only." }),
});

export const PublicationUpdate = Type.Object({
  min_score: Type.Optional(
    Type.Integer({ minimum: 70, maximum: 100, description: "Completeness score, 70 to 100.", examples: [80] }),
  ),
  enforce: Type.Optional(
    Type.Boolean({ description: "Let connectors and platform exports take published products only." }),
  ),
});
