import { CONFLICT, INVALID_BODY, kind } from "../http/output/faults/error-kinds.ts";
import { vocabulary } from "../runtime/vocabulary.ts";
import { MAPPING_MESSAGES } from "./map/messages.ts";
import { IMPORT_MESSAGES } from "./messages.ts";
import { ANALYSIS_MESSAGES } from "./upload/messages.ts";

export const importsVocabulary = vocabulary({
  messages: { ...MAPPING_MESSAGES, ...IMPORT_MESSAGES, ...ANALYSIS_MESSAGES },
  errors: {
    IMPORT_PARSE_FAILED: {
      ...INVALID_BODY,
      says: { en: "The file cannot be read", fr: "Le fichier est illisible" },
      fix: {
        en: "Check that the file is a readable CSV, XLSX, JSON or XML file; save it again as UTF-8 CSV if in doubt.",
        fr: "Vérifiez que le fichier est un CSV, XLSX, JSON ou XML lisible ; dans le doute, réenregistrez-le en CSV UTF-8.",
      },
    },
    IMPORT_PERSISTENCE_FAILED: {
      ...kind(500, "database_error"),
      says: {
        en: "The rows of the import could not be stored",
        fr: "Les lignes de l'import n'ont pas pu être enregistrées",
      },
      fix: {
        en: "Start the import again; stored rows are recognised.",
        fr: "Relancez l'import ; les lignes déjà enregistrées sont reconnues.",
      },
    },
    MAPPING_REQUIRED: {
      ...CONFLICT,
      says: { en: "The import needs a column mapping first", fr: "L'import attend une correspondance des colonnes" },
      fix: {
        en: "Send a column mapping for the import, or choose a template.",
        fr: "Envoyez une correspondance des colonnes pour l'import, ou choisissez un modèle.",
      },
    },
  },
  events: ["import.started", "import.completed", "import.failed"],
});
