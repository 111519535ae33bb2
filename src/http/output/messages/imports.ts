/** What the imports say. */
export const IMPORT_MESSAGES = {
  "imports.awaiting_mapping": {
    en: "{rows} rows found; map the columns to fields to continue",
    fr: "{rows} lignes trouvées ; associez les colonnes aux champs pour continuer",
  },
  "imports.ready": {
    en: "{rows} rows found and mapped by the template {name}; start the import to continue",
    fr: "{rows} lignes trouvées et associées par le modèle {name} ; démarrez l'import pour continuer",
  },
  "imports.begins": {
    en: "{rows} rows found and mapped by the template {name}; the import begins",
    fr: "{rows} lignes trouvées et associées par le modèle {name} ; l'import commence",
  },
  "imports.template_unfit": {
    en: "The template {name} does not fit: the file lacks {columns}",
    fr: "Le modèle {name} ne convient pas : il manque au fichier {columns}",
  },
  "imports.analysis.encoding_uncertain": {
    en: "The encoding appears to be {encoding}: check the special characters in the sample, or save the file as UTF-8",
    fr: "L'encodage semble être {encoding} : vérifiez les caractères spéciaux de l'échantillon, ou enregistrez le fichier en UTF-8",
  },
  "imports.analysis.header_not_first": {
    en: "The header was detected in row {row}; if this is wrong, reanalyse the file with skip_header_rows",
    fr: "L'en-tête a été détecté à la ligne {row} ; si c'est faux, réanalysez le fichier avec skip_header_rows",
  },
  "imports.analysis.no_header": {
    en: "No header was detected: the columns are named column_1, column_2 and so on",
    fr: "Aucun en-tête détecté : les colonnes s'appellent column_1, column_2, etc.",
  },
  "imports.analysis.decimal_separator_undecided": {
    en: "{example} in column {column} is ambiguous: set import_options.decimal_separator, otherwise such values are skipped",
    fr: "{example} dans la colonne {column} est ambigu : indiquez import_options.decimal_separator, sinon ces valeurs sont ignorées",
  },
  "imports.analysis.cells_without_value": {
    en: "{count} cells show an error or a formula that was never calculated, {cell} first: they are read as blank",
    fr: "{count} cellules affichent une erreur ou une formule jamais calculée, la première en {cell} : elles sont lues comme vides",
  },
  "imports.dry_run_cancelled": { en: "The dry run was cancelled", fr: "L'essai a été annulé" },
  "imports.dry_run_too_long": {
    en: "The dry run takes longer than {seconds} seconds; try it with a part of the file, or start the import",
    fr: "L'essai prend plus de {seconds} secondes ; essayez avec une partie du fichier, ou lancez l'import",
  },
  "imports.file_without_rows": {
    en: "The file has a header but no rows; check skip_header_rows",
    fr: "Le fichier a un en-tête mais aucune ligne ; vérifiez skip_header_rows",
  },
  "imports.file_kind": {
    en: "The file must be one of: {allowed}",
    fr: "Le fichier doit être de l'un de ces types : {allowed}",
  },
  "imports.file_kind_xls": {
    en: "Workbooks of the old .xls format are not read; save the file as .xlsx",
    fr: "Les classeurs à l'ancien format .xls ne sont pas lus ; enregistrez le fichier en .xlsx",
  },
  "imports.no_such_sheet": {
    en: "{file} has no sheet {sheet}; set sheet_name to one of: {sheets}",
    fr: "{file} n'a pas de feuille {sheet} ; indiquez dans sheet_name l'une de : {sheets}",
  },
  "imports.empty_sheet": {
    en: "The sheet {sheet} is empty; choose another with sheet_name",
    fr: "La feuille {sheet} est vide ; choisissez-en une autre avec sheet_name",
  },
  "imports.file_purged": {
    en: "The import's file was deleted; upload it again",
    fr: "Le fichier de l'import a été supprimé ; envoyez-le de nouveau",
  },
  "imports.no_such_supplier": { en: "This supplier does not exist", fr: "Ce fournisseur n'existe pas" },
  "imports.no_such_template": { en: "This template does not exist", fr: "Ce modèle n'existe pas" },
  "imports.supplier_disagrees": {
    en: "supplier_id and supplier_code name different suppliers",
    fr: "supplier_id et supplier_code désignent des fournisseurs différents",
  },
  "imports.too_many_errors": {
    en: "More than {limit} errors: the import was stopped",
    fr: "Plus de {limit} erreurs : l'import a été arrêté",
  },
  "imports.ean_invalid": {
    en: "Must be an EAN with a valid check digit",
    fr: "Doit être un EAN dont la clé de contrôle est valide",
  },
  "imports.eans_ignored": { en: "{count} rows ignored", fr: "{count} lignes ignorées" },
} as const;
