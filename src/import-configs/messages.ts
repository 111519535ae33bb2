/** What is said of import configurations. */
export const IMPORT_CONFIG_MESSAGES = {
  "import_configs.running": {
    en: "The last run has not ended yet",
    fr: "La dernière exécution n'est pas terminée",
  },
  "import_configs.mail_done": { en: "{name}: {file} is imported", fr: "{name} : {file} est importé" },
  "import_configs.mail_done_body": {
    en: "{name} has imported {file} ({status}).\n\nRows: {rows}\nProducts created: {created}\nProducts updated: {updated}\nRows that failed: {failed}\n{warnings}\nReport with every failed row: {report}\n",
    fr: "{name} a importé {file} ({status}).\n\nLignes : {rows}\nProduits créés : {created}\nProduits modifiés : {updated}\nLignes en échec : {failed}\n{warnings}\nRapport avec chaque ligne en échec : {report}\n",
  },
  "import_configs.mail_failed": { en: "{name}: the import failed", fr: "{name} : l'import a échoué" },
  "import_configs.mail_failed_body": {
    en: "{name} could not import {file}.\n\n{error}\n\nRows: {rows}\nRows that failed: {failed}\n{warnings}\nReport: {report}\n",
    fr: "{name} n'a pas pu importer {file}.\n\n{error}\n\nLignes : {rows}\nLignes en échec : {failed}\n{warnings}\nRapport : {report}\n",
  },
} as const;
