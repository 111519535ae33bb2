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
  "imports.analysis.variants_linked": {
    en: "Rows that belong together by column {column} become one product with variants; set import_options.link_variants to false to make each row a product",
    fr: "Les lignes réunies par la colonne {column} deviennent un produit avec ses variantes ; mettez import_options.link_variants à false pour faire un produit de chaque ligne",
  },
  "imports.analysis.variants_as_products": {
    en: "Column {column} names variants of products: they and their parents become products of their own",
    fr: "La colonne {column} nomme des variantes de produits : elles et leurs parents deviennent des produits distincts",
  },
  "imports.analysis.several_columns": {
    en: "Column {column} was taken as {field}, but {columns} may be meant instead",
    fr: "La colonne {column} a été prise pour {field}, mais {columns} peut être la bonne",
  },
  "imports.analysis.column_uncertain": {
    en: "Column {column} may be {field}, but nothing says so for sure",
    fr: "La colonne {column} est peut-être {field}, mais rien ne le dit avec certitude",
  },
  "imports.analysis.other_language": {
    en: "Column {column} is in {language}, which is not enabled; it was taken as {field} because there is no other",
    fr: "La colonne {column} est en {language}, langue non activée ; elle a été prise pour {field} faute d'autre",
  },
  "imports.analysis.price_kind_unsaid": {
    en: "Column {column} was taken as the selling price; beside {other} it may be the price to buy at: map it to cost_price then",
    fr: "La colonne {column} a été prise pour le prix de vente ; à côté de {other}, c'est peut-être le prix d'achat : associez-la alors à cost_price",
  },
  "imports.analysis.price_below_cost": {
    en: "The prices in {column} are below the costs in {cost}: the two columns may be confused",
    fr: "Les prix de {column} sont inférieurs aux coûts de {cost} : les deux colonnes sont peut-être inversées",
  },
  "imports.analysis.net_price": {
    en: "Column {column} holds prices without tax and was taken as {field}: map it to price if it is what customers pay",
    fr: "La colonne {column} contient des prix hors taxes et a été prise pour {field} : associez-la à price si c'est ce que paient les clients",
  },
  "imports.analysis.rate_unsaid": {
    en: "{example} in column {column} is taken as {example} %: if it is a fraction, multiply it by 100 in a computed column",
    fr: "{example} dans la colonne {column} est pris pour {example} % : si c'est une fraction, multipliez-la par 100 dans une colonne calculée",
  },
  "imports.analysis.currency_unsaid": {
    en: "The file does not say the currency of {column}; it appears to be {currency}, and figures without a currency are taken as EUR",
    fr: "Le fichier ne dit pas la devise de {column} ; ce semble être {currency}, et les montants sans devise sont pris pour des EUR",
  },
  "imports.analysis.unit_unsaid": {
    en: "Column {column} names no unit; {example} is taken as {unit}: rename the column to say its unit if it is another",
    fr: "La colonne {column} n'indique pas d'unité ; {example} est pris en {unit} : renommez la colonne avec son unité si c'en est une autre",
  },
  "imports.analysis.quantity_unsaid": {
    en: "Column {column} was taken as the stock, but nearly all rows say the same: it may be a pack size or a minimum order",
    fr: "La colonne {column} a été prise pour le stock, mais presque toutes les lignes disent la même chose : c'est peut-être un colisage ou une quantité minimale",
  },
  "imports.analysis.codes_repeat": {
    en: "Column {column} was taken as {field}, but has {distinct} different codes in {sampled} rows: of rows with one code the last wins",
    fr: "La colonne {column} a été prise pour {field}, mais a {distinct} codes différents sur {sampled} lignes : de plusieurs lignes au même code, la dernière l'emporte",
  },
  "imports.analysis.codes_invalid": {
    en: "{percent} % of the codes in {column} are no EANs: their rows will be refused",
    fr: "{percent} % des codes de {column} ne sont pas des EAN : leurs lignes seront refusées",
  },
  "imports.analysis.names_alike": {
    en: "Column {column} was taken as the name, but has {distinct} different texts in {sampled} rows",
    fr: "La colonne {column} a été prise pour le nom, mais a {distinct} textes différents sur {sampled} lignes",
  },
  "imports.suggested.feed": { en: "The layout of the file is known", fr: "La structure du fichier est connue" },
  "imports.suggested.header": { en: "The header names the field", fr: "L'en-tête nomme le champ" },
  "imports.suggested.like_header": {
    en: "The header is nearly a name of the field",
    fr: "L'en-tête est presque un nom du champ",
  },
  "imports.suggested.part_of_header": {
    en: "A part of the header names the field",
    fr: "Une partie de l'en-tête nomme le champ",
  },
  "imports.suggested.values": {
    en: "The values look like the field's",
    fr: "Les valeurs ressemblent à celles du champ",
  },
  "imports.unconfirmed": {
    en: "The import comes to something unusual; check it, and send its codes in confirmed_warnings to start",
    fr: "L'import aboutit à un résultat inhabituel ; vérifiez-le, et envoyez ses codes dans confirmed_warnings pour démarrer",
  },
  "imports.suggested.assistant": { en: "The AI provider suggests it", fr: "Le fournisseur d'IA le propose" },
  "imports.analysis.assist_failed": {
    en: "The AI provider did not answer: the other columns are suggested without it",
    fr: "Le fournisseur d'IA n'a pas répondu : les autres colonnes sont proposées sans lui",
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
  "imports.source.key_file": {
    en: "Must be the name of a file in the folder of keys of this service",
    fr: "Doit être le nom d'un fichier du dossier de clés de ce service",
  },
} as const;
