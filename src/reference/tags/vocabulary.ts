import { vocabulary } from "../../runtime/vocabulary.ts";

export const tagsVocabulary = vocabulary({
  audit: { actions: ["tag.deleted"], resources: ["tag"] },
});
