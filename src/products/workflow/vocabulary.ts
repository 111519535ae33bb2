import { CONFLICT } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const workflowVocabulary = vocabulary({
  errors: {
    COMPLETENESS_TOO_LOW: {
      ...CONFLICT,
      says: {
        en: "The completeness score is too low for publication",
        fr: "Le score de complétude est trop bas pour la publication",
      },
      fix: {
        en: "Fill in the fields of details.missing until the score reaches details.required.",
        fr: "Remplissez les champs de details.missing jusqu'à atteindre le score details.required.",
      },
    },
  },
});
