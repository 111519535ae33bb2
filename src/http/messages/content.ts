/** What variants, relations, entities and the texts of products say. */
export const CONTENT_MESSAGES = {
  "variants.unknown_option": {
    en: "The product has no option of this name",
    fr: "Le produit n'a pas d'option de ce nom",
  },
  "relations.to_itself": {
    en: "A product cannot be related to itself",
    fr: "Un produit ne peut pas être lié à lui-même",
  },
} as const;
