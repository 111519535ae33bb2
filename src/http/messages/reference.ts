/** What brands, categories, suppliers and tags say. */
export const REFERENCE_MESSAGES = {
  "reference.in_use": { en: "It is in use", fr: "Cet élément est utilisé" },
  "reference.reassign": {
    en: "Name what takes its place with ?reassign_to=, or send ?force=true.",
    fr: "Indiquez ce qui prend sa place avec ?reassign_to=, ou envoyez ?force=true.",
  },
  "reference.force": {
    en: "Send ?force=true to take it off its products.",
    fr: "Envoyez ?force=true pour le retirer de ses produits.",
  },
  "reference.itself": { en: "Must be another one", fr: "Doit en désigner un autre" },
  "categories.below_itself": {
    en: "A category cannot lie below itself",
    fr: "Une catégorie ne peut se trouver sous elle-même",
  },
  "categories.too_deep": {
    en: "Categories go at most {limit} levels deep",
    fr: "Les catégories ont au plus {limit} niveaux",
  },
  "tags.too_many": {
    en: "A product has at most {limit} tags",
    fr: "Un produit a au plus {limit} étiquettes",
  },
} as const;
