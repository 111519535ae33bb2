/** What variants, relations, entities and the texts of products say. */
export const CONTENT_MESSAGES = {
  "variants.unknown_option": {
    en: "The product has no option with this name",
    fr: "Le produit n'a aucune option de ce nom",
  },
  "relations.to_itself": {
    en: "A product cannot be related to itself",
    fr: "Un produit ne peut pas être lié à lui-même",
  },
  "entities.has_members": {
    en: "The entity still has products",
    fr: "L'entité contient encore des produits",
  },
  "entities.delete_with_force": {
    en: "Remove its products first, or send ?force=true to delete it with its overlays.",
    fr: "Retirez d'abord ses produits, ou envoyez ?force=true pour la supprimer avec ses surcharges.",
  },
  "entities.not_its_configuration": {
    en: "The configuration belongs to another entity",
    fr: "La configuration appartient à une autre entité",
  },
  "content.is_master": {
    en: "The product's own texts can be changed but not deleted",
    fr: "Les textes propres au produit peuvent être modifiés mais pas supprimés",
  },
  "content.reopen_by_ids": {
    en: "To take reviews back, send the ids of the texts",
    fr: "Pour retirer des relectures, envoyez les ids des textes",
  },
  "overlays.not_member": {
    en: "The product does not belong to the entity",
    fr: "Le produit n'appartient pas à l'entité",
  },
  "overlays.overridden": {
    en: "The entity already has its own texts for this product; send overwrite: true to replace them",
    fr: "L'entité a déjà ses propres textes pour ce produit ; envoyez overwrite: true pour les remplacer",
  },
  "overlays.provider_failed": {
    en: "The AI provider did not return any texts",
    fr: "Le fournisseur d'IA n'a renvoyé aucun texte",
  },
} as const;
