import { vocabulary } from "../../runtime/vocabulary.ts";

export const eanAsinVocabulary = vocabulary({
  messages: {
    "ean_asin.no_column": {
      en: "The file has no column {column}",
      fr: "Le fichier n'a pas de colonne {column}",
    },
    "ean_asin.bad_ean": {
      en: "Must be an EAN of 8 to 14 digits",
      fr: "Doit être un EAN de 8 à 14 chiffres",
    },
    "ean_asin.bad_asin": {
      en: "Must be an ASIN of 1 to 20 letters and digits",
      fr: "Doit être un ASIN de 1 à 20 lettres et chiffres",
    },
    "ean_asin.bad_marketplace": {
      en: "Must be a marketplace such as amazon.fr",
      fr: "Doit être une place de marché telle que amazon.fr",
    },
    "ean_asin.template_missing": {
      en: "Send template_id, the template that maps the columns of the file",
      fr: "Envoyez template_id, le modèle qui décrit les colonnes du fichier",
    },
    "ean_asin.no_template": { en: "This template does not exist", fr: "Ce modèle n'existe pas" },
    "ean_asin.nothing_to_apply": {
      en: "Send mapping_ids, or all: true",
      fr: "Envoyez mapping_ids, ou all: true",
    },
  },
});
