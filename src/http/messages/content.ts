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
  "entities.has_members": {
    en: "Products are members of the entity",
    fr: "Des produits sont membres de l'entité",
  },
  "entities.delete_with_force": {
    en: "Take its products out of it, or delete it with ?force=true together with what it says of them.",
    fr: "Retirez-en les produits, ou supprimez-la avec ?force=true avec tout ce qu'elle dit d'eux.",
  },
  "entities.not_its_configuration": {
    en: "The configuration belongs to another entity",
    fr: "La configuration appartient à une autre entité",
  },
  "content.is_master": {
    en: "These are the product's own texts: they can be changed, not deleted",
    fr: "Ce sont les textes du produit lui-même : ils peuvent être modifiés, pas supprimés",
  },
  "overlays.not_member": {
    en: "The product is not a member of the entity",
    fr: "Le produit n'est pas membre de l'entité",
  },
  "overlays.overridden": {
    en: "The entity has texts of its own for this product; send overwrite: true to replace them",
    fr: "L'entité a déjà ses propres textes pour ce produit ; envoyez overwrite: true pour les remplacer",
  },
  "overlays.provider_failed": {
    en: "The AI provider did not write the texts",
    fr: "Le fournisseur d'IA n'a pas rédigé les textes",
  },
} as const;
