/** What EAN-ASIN mappings say. */
export const EAN_ASIN_MESSAGES = {
  "ean_asin.no_column": {
    en: "The file has no column {column}",
    fr: "Le fichier n'a pas de colonne {column}",
  },
  "ean_asin.bad_ean": {
    en: "The EAN must have 8 to 14 digits",
    fr: "L'EAN doit comporter 8 à 14 chiffres",
  },
  "ean_asin.bad_asin": {
    en: "The ASIN must have 1 to 20 letters and digits",
    fr: "L'ASIN doit comporter 1 à 20 lettres et chiffres",
  },
  "ean_asin.bad_marketplace": {
    en: "The marketplace must be a name such as amazon.fr",
    fr: "La place de marché doit être un nom tel que amazon.fr",
  },
  "ean_asin.template_missing": {
    en: "Name the template that says how the file is read",
    fr: "Indiquez le modèle qui dit comment lire le fichier",
  },
  "ean_asin.no_template": { en: "There is no such template", fr: "Ce modèle n'existe pas" },
  "ean_asin.nothing_to_apply": {
    en: "Send mapping_ids, or all: true",
    fr: "Envoyez mapping_ids, ou all: true",
  },
} as const;
