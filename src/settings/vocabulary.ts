import { vocabulary } from "../runtime/vocabulary.ts";

export const settingsVocabulary = vocabulary({
  audit: { actions: ["setting.changed", "setting.removed"], resources: ["setting"] },
});
