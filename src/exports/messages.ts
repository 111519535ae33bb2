/** What the exports say. */
export const EXPORT_MESSAGES = {
  "exports.queued": { en: "Waiting in the queue", fr: "En file d'attente" },
  "exports.running": { en: "{current} of {total} rows written", fr: "{current} lignes écrites sur {total}" },
  "exports.many_pictures": {
    en: "Images can be included for at most {limit} products; narrow the selection",
    fr: "Les images peuvent être incluses pour {limit} produits au plus ; restreignez la sélection",
  },
  "exports.done": { en: "{total} rows written", fr: "{total} lignes écrites" },
  "exports.done_cut": {
    en: "{total} rows written; {cut} texts were cut to 32,767 characters, the most a cell of Excel holds: CSV and JSON have them whole",
    fr: "{total} lignes écrites ; {cut} textes ont été coupés à 32 767 caractères, le maximum d'une cellule Excel : CSV et JSON les gardent entiers",
  },
  "exports.quota_used_up": {
    en: "The file would exceed the storage quota: delete unneeded files, then start the export again",
    fr: "Le fichier dépasserait le quota de stockage : supprimez les fichiers inutiles, puis relancez l'export",
  },
  "exports.placeholder": {
    en: "Nothing was exported: use the format exports",
    fr: "Rien n'a été exporté : utilisez les exports par format",
  },
  "exports.disk_full": {
    en: "The disk is full: delete unneeded files or have the operator make room, then start the export again",
    fr: "Le disque est plein : supprimez les fichiers inutiles ou faites libérer de la place par l'exploitant, puis relancez l'export",
  },
  "exports.no_fields_left": {
    en: "No field left to export: check include_fields and exclude_fields",
    fr: "Aucun champ à exporter : vérifiez include_fields et exclude_fields",
  },
  "exports.template": {
    en: "The braces or brackets of the template do not match; write {{ for a brace and [[ for a bracket",
    fr: "Les accolades ou crochets du modèle ne correspondent pas ; écrivez {{ pour une accolade et [[ pour un crochet",
  },
  "exports.unknown_placeholder": {
    en: "There is no field {name}",
    fr: "Le champ {name} n'existe pas",
  },
  "exports.one_source": {
    en: "Give exactly one of field, value and template",
    fr: "Indiquez exactement un parmi field, value et template",
  },
  "exports.column_twice": {
    en: "Two columns are called {name}; rename one",
    fr: "Deux colonnes s'appellent {name} ; renommez-en une",
  },
  "exports.profile_decides": {
    en: "The profile decides this; leave it out, or change the profile",
    fr: "Le profil en décide ; retirez ce champ ou modifiez le profil",
  },
  "feeds.needs_url": {
    en: "This feed needs the address of each product's page, such as https://shop.example/p/{url_slug}",
    fr: "Ce flux a besoin de l'adresse de la page de chaque produit, par exemple https://shop.example/p/{url_slug}",
  },
  "feeds.missing": { en: "Required: {fields}", fr: "Obligatoire : {fields}" },
  "feeds.too_long": { en: "At most {limit} characters", fr: "{limit} caractères au plus" },
  "feeds.too_many": { en: "At most {limit} values", fr: "{limit} valeurs au plus" },
  "feeds.not_one_of": { en: "One of: {allowed}", fr: "Une valeur parmi : {allowed}" },
  "feeds.format_url": { en: "An address with http:// or https://", fr: "Une adresse avec http:// ou https://" },
  "feeds.format_gtin": {
    en: "A GTIN of 8, 12, 13 or 14 digits with a right check digit",
    fr: "Un GTIN de 8, 12, 13 ou 14 chiffres avec une clé de contrôle correcte",
  },
  "feeds.format_public_gtin": {
    en: "A code of a range that is for use within a shop or for coupons; leave it out",
    fr: "Un code d'une plage réservée à l'usage interne ou aux bons ; ne l'envoyez pas",
  },
  "feeds.format_ean13": {
    en: "A code of 13 digits with a right check digit",
    fr: "Un code à 13 chiffres dont la clé est juste",
  },
  "feeds.format_heureka_path": {
    en: "A category of Heureka, such as `Heureka.cz | Elektronika`",
    fr: "Une catégorie de Heureka, comme `Heureka.cz | Elektronika`",
  },
  "feeds.format_price": {
    en: "An amount above 0 with its currency, such as 15.00 EUR",
    fr: "Un montant supérieur à 0 avec sa devise, par exemple 15.00 EUR",
  },
  "feeds.format_amount": {
    en: "An amount above 0 with at most two decimals",
    fr: "Un montant supérieur à 0 avec deux décimales au plus",
  },
  "feeds.format_integer": { en: "A whole number", fr: "Un nombre entier" },
  "feeds.format_id": {
    en: "Letters without accents, digits, _ and - only",
    fr: "Uniquement des lettres sans accent, des chiffres, _ et -",
  },
  "exports.feed_decides": {
    en: "The feed decides this; leave it out, or change the feed",
    fr: "Le flux en décide ; retirez ce champ ou modifiez le flux",
  },
  "exports.filters_json": { en: "Must be a JSON object", fr: "Doit être un objet JSON" },
} as const;
