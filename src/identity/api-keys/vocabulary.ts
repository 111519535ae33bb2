import { vocabulary } from "../../runtime/vocabulary.ts";

export const apiKeysVocabulary = vocabulary({
  audit: {
    actions: ["api_key.created", "api_key.changed", "api_key.rotated", "api_key.revoked"],
    resources: ["api_key"],
  },
});
