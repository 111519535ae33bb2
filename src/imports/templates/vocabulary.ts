import { vocabulary } from "../../runtime/vocabulary.ts";

/** What is said of mapping templates. */
const TEMPLATE_MESSAGES = {
  "templates.generic": {
    en: "A template without a supplier cannot be a default",
    fr: "Un modèle sans fournisseur ne peut pas être le modèle par défaut",
  },
  "templates.encoding": {
    en: "Must be a text encoding such as utf-8 or windows-1252",
    fr: "Doit être un encodage de texte, par exemple utf-8 ou windows-1252",
  },
  "templates.in_use": {
    en: "Import configurations use this template; delete or change them first",
    fr: "Des configurations d'import utilisent ce modèle ; supprimez-les ou modifiez-les d'abord",
  },
} as const;

export const mappingTemplatesVocabulary = vocabulary({
  messages: TEMPLATE_MESSAGES,
});
