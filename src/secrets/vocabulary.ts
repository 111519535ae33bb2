import { vocabulary } from "../runtime/vocabulary.ts";

export const secretsVocabulary = vocabulary({
  audit: { actions: ["secrets.rotated"], resources: ["instance"] },
});
