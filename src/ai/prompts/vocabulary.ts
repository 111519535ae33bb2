import { CONFLICT, INVALID_BODY } from "../../http/output/faults/error-kinds.ts";
import { vocabulary } from "../../runtime/vocabulary.ts";

export const promptsVocabulary = vocabulary({
  errors: {
    PROMPT_BINDING_MISSING: {
      ...INVALID_BODY,
      says: { en: "No prompt is bound to the entity", fr: "Aucun prompt n'est lié à l'entité" },
      fix: {
        en: "Bind a prompt to the entity for each purpose named in the details.",
        fr: "Liez un prompt à l'entité pour chaque usage cité dans les détails.",
      },
    },
    PROMPT_IS_BUILTIN: {
      ...CONFLICT,
      says: { en: "Built-in prompts cannot be deleted", fr: "Un prompt intégré ne peut être supprimé" },
      fix: {
        en: "Deactivate it instead, or bind another prompt.",
        fr: "Désactivez-le plutôt, ou liez un autre prompt.",
      },
    },
    PROMPT_IN_USE: {
      ...CONFLICT,
      says: { en: "The prompt is in use", fr: "Le prompt est utilisé" },
      fix: {
        en: "Remove the bindings named in the details first.",
        fr: "Retirez d'abord les liaisons citées dans les détails.",
      },
    },
  },
});
