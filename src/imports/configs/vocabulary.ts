import { vocabulary } from "../../runtime/vocabulary.ts";

/** What is said of import configurations. */
const IMPORT_CONFIG_MESSAGES = {
  "import_configs.running": {
    en: "The last run has not ended yet",
    fr: "La dernière exécution n'est pas terminée",
  },
  "import_configs.after_url": {
    en: "Files of an address can only be left",
    fr: "Les fichiers d'une adresse ne peuvent qu'être laissés",
  },
  "import_configs.after_mail": {
    en: "A mail has no name: move or delete it",
    fr: "Un message n'a pas de nom : déplacez-le ou supprimez-le",
  },
  "import_configs.after_folder": {
    en: "Must be a folder other than that of the files, without .. and control characters",
    fr: "Doit être un dossier autre que celui des fichiers, sans .. ni caractères de contrôle",
  },
  "import_configs.after_name": {
    en: "Must be a file name with {placeholders} in it, and no folder",
    fr: "Doit être un nom de fichier contenant {placeholders}, sans dossier",
  },
  "import_configs.mail_done": { en: "{name}: {file} is imported", fr: "{name} : {file} est importé" },
  "import_configs.mail_done_body": {
    en: "{name} has imported {file} ({status}).\n\nRows: {rows}\nProducts created: {created}\nProducts updated: {updated}\nRows that failed: {failed}\n{warnings}\nReport with every failed row: {report}\n{correct}",
    fr: "{name} a importé {file} ({status}).\n\nLignes : {rows}\nProduits créés : {created}\nProduits modifiés : {updated}\nLignes en échec : {failed}\n{warnings}\nRapport avec chaque ligne en échec : {report}\n{correct}",
  },
  "import_configs.correct": {
    en: "Failed rows, to be corrected and uploaded again: {url}\n",
    fr: "Lignes en échec, à corriger et à envoyer de nouveau : {url}\n",
  },
  "import_configs.mail_failed": { en: "{name}: the import failed", fr: "{name} : l'import a échoué" },
  "import_configs.mail_failed_body": {
    en: "{name} could not import {file}.\n\n{error}\n\nRows: {rows}\nRows that failed: {failed}\n{warnings}\nReport: {report}\n",
    fr: "{name} n'a pas pu importer {file}.\n\n{error}\n\nLignes : {rows}\nLignes en échec : {failed}\n{warnings}\nRapport : {report}\n",
  },
} as const;

export const importConfigsVocabulary = vocabulary({
  messages: IMPORT_CONFIG_MESSAGES,
});
