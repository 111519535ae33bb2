/** What an analysis says of a file and of what it suggests. */
export const ANALYSIS_MESSAGES = {
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
  "imports.analysis.surcharges_left": {
    en: "What {column} adds to the price of a product is left out: these variants get the price of their product",
    fr: "Ce que {column} ajoute au prix d'un produit est ignoré : ces variantes prennent le prix de leur produit",
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
  "imports.analysis.currency_assumed": {
    en: "Nothing in the file says the currency of {column}: its figures are taken as EUR: write the currency into the header if it is another",
    fr: "Rien dans le fichier ne dit la devise de {column} : ses montants sont pris pour des EUR : écrivez la devise dans l'en-tête si c'en est une autre",
  },
  "imports.analysis.several_values": {
    en: "Cells of column {column} hold several values, but {field} has one: map the column that holds the one meant",
    fr: "Des cellules de la colonne {column} contiennent plusieurs valeurs, mais {field} n'en a qu'une : associez la colonne qui contient la bonne",
  },
  "imports.analysis.unit_unsaid": {
    en: "Column {column} names no unit; {example} is taken as {unit}: rename the column to say its unit if it is another",
    fr: "La colonne {column} n'indique pas d'unité ; {example} est pris en {unit} : renommez la colonne avec son unité si c'en est une autre",
  },
  "imports.analysis.quantity_unsaid": {
    en: "Column {column} was taken as the stock, but nearly all rows say the same: it may be a pack size or a minimum order",
    fr: "La colonne {column} a été prise pour le stock, mais presque toutes les lignes disent la même chose : c'est peut-être un colisage ou une quantité minimale",
  },
  "imports.analysis.values_doubtful": {
    en: "Column {column} was taken as {field}, but its values are seldom such: {example}",
    fr: "La colonne {column} a été prise pour {field}, mais ses valeurs n'y ressemblent guère : {example}",
  },
  "imports.analysis.values_unfit": {
    en: "Column {column} is named like {field}, but its values cannot be read as such: it is left out",
    fr: "La colonne {column} porte le nom de {field}, mais ses valeurs ne peuvent être lues comme telles : elle est ignorée",
  },
  "imports.analysis.codes_repeat": {
    en: "Column {column} was taken as {field}, but has {distinct} different codes in {sampled} rows: of rows with one code the last wins, but for variants of one product",
    fr: "La colonne {column} a été prise pour {field}, mais a {distinct} codes différents sur {sampled} lignes : de plusieurs lignes au même code, la dernière l'emporte, sauf pour les variantes d'un même produit",
  },
  "imports.analysis.codes_invalid": {
    en: "{percent} % of the codes in {column} are no EANs: their rows will be refused",
    fr: "{percent} % des codes de {column} ne sont pas des EAN : leurs lignes seront refusées",
  },
  "imports.analysis.codes_missing": {
    en: "{percent} % of the rows have no EAN in {column}: they wait for one; leave the column out to import them by another code",
    fr: "{percent} % des lignes n'ont pas d'EAN dans {column} : elles en attendent un ; ignorez la colonne pour les importer par un autre code",
  },
  "imports.analysis.codes_left": {
    en: "{percent} % of the rows have no EAN in {column}: it was not taken as the EAN, so that all rows come in by {other}; map it to the EAN if rows without one shall wait",
    fr: "{percent} % des lignes n'ont pas d'EAN dans {column} : elle n'a pas été prise pour l'EAN, pour que toutes les lignes entrent par {other} ; associez-la à l'EAN si les lignes qui n'en ont pas doivent attendre",
  },
  "imports.analysis.codes_of_names": {
    en: "No column has codes: the text in {column} is suggested as the reference too, in suggested_computed_columns. {repeated} of the rows that were looked at repeat one, and a name that changes makes another product",
    fr: "Aucune colonne n'a de code : le texte de {column} est proposé aussi comme référence, dans suggested_computed_columns. Parmi les lignes examinées, {repeated} en répètent un, et un nom qui change fait un autre produit",
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
  "imports.analysis.bytes_mended": {
    en: "{count} bytes are no UTF-8, in line {line} first, and were read as windows-1252: check that line, or reanalyse the file with another encoding",
    fr: "{count} octets ne sont pas de l'UTF-8, le premier à la ligne {line}, et ont été lus en windows-1252 : vérifiez cette ligne, ou réanalysez le fichier avec un autre encodage",
  },
  "imports.analysis.quote_open": {
    en: "A quote seems never to be closed in {count} rows, in row {row} first: close it there, or reanalyse the file with another quote",
    fr: "Un guillemet semble n'être jamais fermé dans {count} lignes, la première étant la ligne {row} : fermez-le, ou réanalysez le fichier avec un autre guillemet",
  },
  "imports.suggested.assistant": { en: "The AI provider suggests it", fr: "Le fournisseur d'IA le propose" },
  "imports.analysis.assist_failed": {
    en: "The AI provider did not answer: the other columns are suggested without it",
    fr: "Le fournisseur d'IA n'a pas répondu : les autres colonnes sont proposées sans lui",
  },
} as const;
