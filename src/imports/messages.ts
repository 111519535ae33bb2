/** What the imports say. */
export const IMPORT_MESSAGES = {
  "imports.reverted": {
    en: "The import was undone already",
    fr: "L'import a déjà été annulé et ses effets retirés",
  },
  "imports.reverting": {
    en: "The import is being undone; wait until that has ended",
    fr: "Les effets de l'import sont en train d'être retirés ; attendez la fin",
  },
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
  "imports.unconfirmed": {
    en: "The import comes to something unusual; check it, and send its codes in confirmed_warnings to start",
    fr: "L'import aboutit à un résultat inhabituel ; vérifiez-le, et envoyez ses codes dans confirmed_warnings pour démarrer",
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
  "imports.no_failed_rows": {
    en: "No row of the import failed",
    fr: "Aucune ligne de l'import n'a échoué",
  },
  "imports.continues": {
    en: "{rows} corrected rows of {file} found, which are mapped as before; start the import to continue",
    fr: "{rows} lignes corrigées de {file} trouvées, associées comme auparavant ; démarrez l'import pour continuer",
  },
  "imports.continuing": {
    en: "{rows} corrected rows of {file} found, which are mapped as before; the import begins",
    fr: "{rows} lignes corrigées de {file} trouvées, associées comme auparavant ; l'import commence",
  },
  "imports.no_such_path": {
    en: "{file} has nothing at {path}; set record_path to one of: {paths}",
    fr: "{file} n'a rien à {path} ; indiquez dans record_path l'un de : {paths}",
  },
  "imports.unknown_currency": {
    en: "Must be a currency of ISO 4217, such as EUR",
    fr: "Doit être une devise de l'ISO 4217, comme EUR",
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
  "imports.source.taken": {
    en: "The file is being fetched",
    fr: "Le fichier est en cours de récupération",
  },
  "imports.source.nothing_found": {
    en: "No file fits {pattern}",
    fr: "Aucun fichier ne correspond à {pattern}",
  },
  "imports.source.no_mail": {
    en: "No mail fits that has a file which can be imported",
    fr: "Aucun message ne correspond avec un fichier importable",
  },
  "imports.source.changing": {
    en: "{name} changes while it is read; try again when its sender is done",
    fr: "{name} change pendant la lecture ; réessayez quand l'expéditeur aura terminé",
  },
  "imports.source.forgotten": {
    en: "The key is no longer available; start the import again",
    fr: "La clé n'est plus disponible ; recommencez l'import",
  },
  "imports.source.answer": {
    en: "The server answered with status {status}",
    fr: "Le serveur a répondu avec le statut {status}",
  },
  "imports.source.cut": {
    en: "The connection was cut before the end of the file",
    fr: "La connexion a été coupée avant la fin du fichier",
  },
  "imports.source.too_large": {
    en: "The file is larger than {limit} MiB",
    fr: "Le fichier dépasse {limit} Mio",
  },
  "imports.source.credentials": { en: "The login was refused", fr: "La connexion a été refusée" },
  "imports.source.folder": { en: "There is no such folder or file", fr: "Ce dossier ou ce fichier n'existe pas" },
  "imports.source.full": { en: "The server refused", fr: "Le serveur a refusé" },
  "imports.source.unreachable": { en: "The source cannot be reached", fr: "La source est injoignable" },
  "imports.source.refused": { en: "This address is not allowed", fr: "Cette adresse n'est pas autorisée" },
  "imports.source.host_key": {
    en: "The server is not the one that is expected",
    fr: "Le serveur n'est pas celui attendu",
  },
  "imports.source.failed": { en: "The source cannot be read", fr: "La source ne peut pas être lue" },
  "imports.source.url": { en: "This address cannot be used: {reason}", fr: "Adresse inutilisable : {reason}" },
  "imports.source.folder_name": {
    en: "Must be a folder without .. and control characters",
    fr: "Doit être un dossier sans .. ni caractères de contrôle",
  },
  "imports.source.key_or_password": {
    en: "Send a password, or the key_file_path of a private key",
    fr: "Envoyez un mot de passe ou le key_file_path d'une clé privée",
  },
  "imports.source.not_settled": {
    en: "{name} could not be moved, renamed or deleted at its source, and will not be imported again: {reason}",
    fr: "{name} n'a pas pu être déplacé, renommé ou supprimé à sa source, et ne sera pas importé de nouveau : {reason}",
  },
  "imports.source.one_login": {
    en: "Send one of username with password, bearer_token, or a header Authorization",
    fr: "Envoyez soit username avec password, soit bearer_token, soit un en-tête Authorization",
  },
  "imports.source.marker": {
    en: "Must be the name of a file of the same folder, and not that of the file itself",
    fr: "Doit être le nom d'un fichier du même dossier, différent du fichier lui-même",
  },
  "imports.source.key_file": {
    en: "Must be the name of a file in the folder of keys of this service",
    fr: "Doit être le nom d'un fichier du dossier de clés de ce service",
  },
} as const;
