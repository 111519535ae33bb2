/** What variants, relations, entities and the texts of products say. */
export const CONTENT_MESSAGES = {
  "variants.unknown_option": {
    en: "The product has no option of this name",
    fr: "Le produit n'a pas d'option de ce nom",
  },
} as const;
