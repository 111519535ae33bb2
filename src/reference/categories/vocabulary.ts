import { vocabulary } from "../../runtime/vocabulary.ts";

export const categoriesVocabulary = vocabulary({
  audit: { actions: ["category.deleted"], resources: ["category"] },
});
