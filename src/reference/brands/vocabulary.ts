import { vocabulary } from "../../runtime/vocabulary.ts";

export const brandsVocabulary = vocabulary({
  audit: { actions: ["brand.deleted", "brand.merged"], resources: ["brand"] },
});
