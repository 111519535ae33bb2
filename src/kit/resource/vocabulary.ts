import { vocabulary } from "../../runtime/vocabulary.ts";

export const resourceVocabulary = vocabulary({
  messages: {
    "reference.in_use": { en: "The resource is in use", fr: "Cet élément est utilisé" },
    "reference.reassign": {
      en: "Send ?reassign_to= with the id of a replacement, or ?force=true.",
      fr: "Envoyez ?reassign_to= avec l'identifiant du remplaçant, ou ?force=true.",
    },
    "reference.force": {
      en: "Send ?force=true to remove it from its products.",
      fr: "Envoyez ?force=true pour le retirer de ses produits.",
    },
    "reference.itself": { en: "Must be a different resource", fr: "Doit désigner une autre ressource" },
    "categories.below_itself": {
      en: "A category cannot be moved below itself",
      fr: "Une catégorie ne peut pas être placée sous elle-même",
    },
    "categories.too_deep": {
      en: "Categories can be at most {limit} levels deep",
      fr: "Les catégories peuvent avoir au plus {limit} niveaux",
    },
    "tags.too_many": {
      en: "A product can have at most {limit} tags",
      fr: "Un produit peut avoir au plus {limit} étiquettes",
    },
  },
});
