/** What the imports say. */
export const IMPORT_MESSAGES = {
  "imports.awaiting_mapping": {
    en: "{rows} rows found; say which column is which field to go on",
    fr: "{rows} lignes trouvées ; indiquez la correspondance des colonnes pour continuer",
  },
  "imports.file_without_rows": {
    en: "The file has a header but no rows; check skip_header_rows",
    fr: "Le fichier a un en-tête mais aucune ligne ; vérifiez skip_header_rows",
  },
  "imports.file_kind": {
    en: "The file must be one of: {allowed}",
    fr: "Le fichier doit être de l'un de ces types : {allowed}",
  },
  "imports.file_kind_later": {
    en: "This version reads {allowed}; save the file as CSV",
    fr: "Cette version lit {allowed} ; enregistrez le fichier en CSV",
  },
  "imports.file_purged": {
    en: "The import's file was deleted; upload it again",
    fr: "Le fichier de l'import a été supprimé ; envoyez-le de nouveau",
  },
  "imports.no_such_supplier": { en: "This supplier does not exist", fr: "Ce fournisseur n'existe pas" },
  "imports.no_such_template": { en: "This template does not exist", fr: "Ce modèle n'existe pas" },
  "imports.supplier_disagrees": {
    en: "supplier_id and supplier_code name two suppliers",
    fr: "supplier_id et supplier_code désignent deux fournisseurs",
  },
  "imports.too_many_errors": {
    en: "More than {limit} errors: the import was stopped",
    fr: "Plus de {limit} erreurs : l'import a été arrêté",
  },
  "imports.ean_invalid": {
    en: "Must be an EAN with a correct check digit",
    fr: "Doit être un EAN dont la clé de contrôle est correcte",
  },
  "imports.eans_ignored": { en: "{count} entries ignored", fr: "{count} entrées ignorées" },
} as const;
