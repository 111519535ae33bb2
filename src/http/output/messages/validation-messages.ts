/** What is wrong with a field. */
export const VALIDATION_MESSAGES = {
  "validation.missing": { en: "This field is required", fr: "Ce champ est obligatoire" },
  "validation.wrong_type": { en: "This value has the wrong type", fr: "Cette valeur n'a pas le bon type" },
  "validation.out_of_range": { en: "This value is out of range", fr: "Cette valeur est hors limites" },
  "validation.invalid_value": { en: "This value is not accepted", fr: "Cette valeur n'est pas acceptée" },
  "validation.too_long": { en: "This value is too long", fr: "Cette valeur est trop longue" },
  "validation.too_short": { en: "This value is too short", fr: "Cette valeur est trop courte" },
  "validation.invalid_format": { en: "This value is malformed", fr: "Le format de cette valeur est incorrect" },
  "validation.json_invalid": { en: "The body is not valid JSON", fr: "Le corps n'est pas du JSON valide" },
  "validation.json_fault": {
    en: "The body is not valid JSON: see line {line}, column {column}",
    fr: "Le corps n'est pas du JSON valide : voir ligne {line}, colonne {column}",
  },
  "validation.json_depth": {
    en: "The body is nested more than {limit} levels deep",
    fr: "Le corps est imbriqué sur plus de {limit} niveaux",
  },
  "validation.not_utf8": {
    en: "The body is not valid UTF-8; send it encoded as UTF-8",
    fr: "Le corps n'est pas en UTF-8 ; envoyez-le encodé en UTF-8",
  },
  "validation.json_values": {
    en: "The body holds more than {limit} values; send it in several requests",
    fr: "Le corps contient plus de {limit} valeurs ; envoyez-le en plusieurs requêtes",
  },
  "validation.content_type": {
    en: "Send the body as {expected}",
    fr: "Envoyez le corps au format {expected}",
  },
  "validation.host": {
    en: "Send one Host header with the name or address of this service",
    fr: "Envoyez un seul en-tête Host avec le nom ou l'adresse de ce service",
  },
  "validation.unknown_field": { en: "This field does not exist", fr: "Ce champ n'existe pas" },
  "validation.mistyped_field": {
    en: "This field does not exist. Did you mean {meant}?",
    fr: "Ce champ n'existe pas. Vouliez-vous dire {meant} ?",
  },
  "validation.no_such_field": {
    en: 'There is no field "{value}" here. The fields are: {allowed}',
    fr: "Le champ « {value} » n'existe pas ici. Champs possibles : {allowed}",
  },
  "validation.not_expandable": {
    en: 'Nothing is called "{value}" here. `expand` takes: {allowed}',
    fr: "Rien ne s'appelle « {value} » ici. `expand` accepte : {allowed}",
  },
  "validation.minimum": { en: "Must be at least {limit}", fr: "Doit être au moins {limit}" },
  "validation.maximum": { en: "Must be at most {limit}", fr: "Doit être au plus {limit}" },
  "validation.above": { en: "Must be greater than {limit}", fr: "Doit être supérieur à {limit}" },
  "validation.below": { en: "Must be less than {limit}", fr: "Doit être inférieur à {limit}" },
  "validation.decimals": {
    en: "Must have at most {limit} decimals: amounts are not rounded",
    fr: "Doit avoir au plus {limit} décimales : les montants ne sont pas arrondis",
  },
  "validation.currency_decimals": {
    en: "Amounts in {currency} have {limit} decimals",
    fr: "Les montants en {currency} ont {limit} décimales",
  },
  "validation.multiple": { en: "Must be a multiple of {limit}", fr: "Doit être un multiple de {limit}" },
  "validation.one_of": { en: "Must be one of: {allowed}", fr: "Valeurs possibles : {allowed}" },
  "validation.not_one_of": {
    en: '"{value}" is not accepted. Use one of: {allowed}',
    fr: "« {value} » n'est pas accepté. Valeurs possibles : {allowed}",
  },
  "validation.unique": {
    en: "Must not contain the same value twice",
    fr: "Ne doit pas contenir deux fois la même valeur",
  },
  "validation.longest": { en: "Must have at most {limit} characters", fr: "Doit avoir au plus {limit} caractères" },
  "validation.shortest": { en: "Must have at least {limit} characters", fr: "Doit avoir au moins {limit} caractères" },
  "validation.ids_or_filter": { en: "Send either ids or filter", fr: "Envoyez soit ids, soit filter" },
  "validation.not_empty": { en: "Must not be empty", fr: "Ne doit pas être vide" },
  "validation.most_items": { en: "Must have at most {limit} items", fr: "Doit avoir au plus {limit} éléments" },
  "validation.fewest_items": { en: "Must have at least {limit} items", fr: "Doit avoir au moins {limit} éléments" },
  "validation.ean": {
    en: "Must be an EAN, UPC or GTIN of 8 to 14 digits",
    fr: "Doit être un EAN, UPC ou GTIN de 8 à 14 chiffres",
  },
  "validation.date": { en: "This date does not exist", fr: "Cette date n'existe pas" },
  "validation.country": {
    en: "Must be a two-letter country code (ISO 3166-1)",
    fr: "Doit être un code pays à deux lettres (ISO 3166-1)",
  },
  "validation.country_in_capitals": {
    en: "Must be a country code of two capital letters (ISO 3166-1), such as FR",
    fr: "Doit être un code pays de deux majuscules (ISO 3166-1), par exemple FR",
  },
  "validation.language": {
    en: "Must be a two-letter language code (ISO 639-1)",
    fr: "Doit être un code de langue à deux lettres (ISO 639-1)",
  },
  "validation.unknown_reference": {
    en: "Nothing exists with this id or name",
    fr: "Rien ne porte cet identifiant ou ce nom",
  },
  "validation.unknown_value": {
    en: 'Nothing matches "{value}". Check it, or create it first',
    fr: "Rien ne correspond à « {value} ». Vérifiez la valeur, ou créez d'abord l'élément",
  },
  "validation.unknown_brand": {
    en: 'No brand matches "{value}". Create it first, or send brand_id',
    fr: "Aucune marque ne correspond à « {value} ». Créez-la d'abord, ou envoyez brand_id",
  },
  "validation.unknown_supplier": {
    en: 'No supplier matches "{value}". Create it first, or send supplier_id',
    fr: "Aucun fournisseur ne correspond à « {value} ». Créez-le d'abord, ou envoyez supplier_id",
  },
  "validation.not_blank": { en: "Must not be blank", fr: "Ne doit pas être vide" },
  "validation.no_blanks": { en: "Must not contain spaces", fr: "Ne doit pas contenir d'espaces" },
  "validation.visible_ascii": {
    en: "Use visible ASCII characters only, without spaces",
    fr: "N'utilisez que des caractères ASCII visibles, sans espaces",
  },
  "validation.one_line": { en: "Must be a single line", fr: "Doit tenir sur une seule ligne" },
  "validation.currency": {
    en: "Must be a currency code of three capital letters (ISO 4217), such as EUR",
    fr: "Doit être un code de devise de trois lettres majuscules (ISO 4217), par exemple EUR",
  },
  "validation.slug": {
    en: "Use lower-case letters, digits and hyphens only, such as blue-shirt",
    fr: "N'utilisez que des minuscules, des chiffres et des tirets, par exemple chemise-bleue",
  },
  "validation.web_address": {
    en: "Must begin with http:// or https:// and contain no spaces",
    fr: "Doit commencer par http:// ou https:// et ne pas contenir d'espaces",
  },
  "validation.color": { en: "Must be a colour such as #1f6feb", fr: "Doit être une couleur, par exemple #1f6feb" },
  "validation.host_name": {
    en: "Must be a host name or IP address, such as smtp.example.com",
    fr: "Doit être un nom d'hôte ou une adresse IP, par exemple smtp.example.com",
  },
  "validation.code": {
    en: "Use letters, digits, dots, hyphens and underscores; start with a letter or digit",
    fr: "Utilisez des lettres, chiffres, points, tirets et soulignés ; commencez par une lettre ou un chiffre",
  },
  "validation.lower_case_code": {
    en: "Use lower-case letters, digits, hyphens and underscores; start with a letter or digit",
    fr: "Utilisez des minuscules, chiffres, tirets et soulignés ; commencez par une minuscule ou un chiffre",
  },
  "validation.prompt_slug": {
    en: "Use 3 to 100 lower-case letters, digits, hyphens and underscores",
    fr: "Utilisez de 3 à 100 minuscules, chiffres, tirets et soulignés",
  },
  "validation.etag": {
    en: 'Use the etag of the text as it was listed, such as "1764000000000000"',
    fr: "Utilisez l'etag du texte tel qu'il a été listé, par exemple « 1764000000000000 »",
  },
  "validation.asin": {
    en: "Use 1 to 20 letters and digits, such as B00EXAMPLE",
    fr: "Utilisez de 1 à 20 lettres et chiffres, par exemple B00EXAMPLE",
  },
  "validation.marketplace": {
    en: "Use lower-case letters, digits, dots and hyphens, such as amazon.fr",
    fr: "Utilisez des minuscules, chiffres, points et tirets, par exemple amazon.fr",
  },
  "validation.parent_or_uuid": { en: 'Must be a UUID or "parent"', fr: "Doit être un UUID ou « parent »" },
  "validation.category_name": {
    en: 'Must not be blank or contain ">"',
    fr: "Ne doit être vide ni contenir « > »",
  },
  "validation.upc": { en: "Must be a UPC of 12 digits", fr: "Doit être un UPC de 12 chiffres" },
  "validation.certificate": {
    en: "Must be a certificate in PEM form that begins with -----BEGIN CERTIFICATE-----",
    fr: "Doit être un certificat au format PEM qui commence par -----BEGIN CERTIFICATE-----",
  },
  "validation.energy_class": {
    en: "Must be an energy class from A+++ to G",
    fr: "Doit être une classe énergétique de A+++ à G",
  },
  "validation.uuid": { en: "Must be a UUID", fr: "Doit être un UUID" },
  "validation.date_time": {
    en: "Must be a valid date and time, such as 2026-11-21T10:00:00Z",
    fr: "Doit être une date et une heure valides, par exemple 2026-11-21T10:00:00Z",
  },
  "validation.email": { en: "Must be an email address", fr: "Doit être une adresse e-mail" },
  "validation.uri": { en: "Must be a URL", fr: "Doit être une URL" },
  "validation.string": { en: "Must be text", fr: "Doit être un texte" },
  "validation.integer": { en: "Must be a whole number", fr: "Doit être un nombre entier" },
  "validation.number": { en: "Must be a number", fr: "Doit être un nombre" },
  "validation.boolean": { en: "Must be true or false", fr: "Doit être vrai ou faux" },
  "validation.array": { en: "Must be a list", fr: "Doit être une liste" },
  "validation.object": { en: "Must be an object", fr: "Doit être un objet" },
  "validation.cursor": {
    en: "This cursor is invalid or belongs to another list. Begin again without it",
    fr: "Ce curseur n'est pas valide ou provient d'une autre liste. Recommencez sans lui",
  },
} as const;
