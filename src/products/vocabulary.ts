import { vocabulary } from "../runtime/vocabulary.ts";

/** What the catalog says. */
const PRODUCT_MESSAGES = {
  "products.not_deleted": { en: "The product is not deleted", fr: "Le produit n'est pas supprimé" },
  "products.restore_instead": {
    en: "Restore the deleted product with POST /products/{product_id}/restore, or erase it with ?permanent=true.",
    fr: "Restaurez le produit supprimé par POST /products/{product_id}/restore, ou effacez-le avec ?permanent=true.",
  },
  "products.confirm_deletion": {
    en: "Send the phrase DELETE ALL PRODUCTS to erase all products",
    fr: "Envoyez la phrase SUPPRIMER TOUS LES PRODUITS pour effacer tous les produits",
  },
  "products.query_and_search": {
    en: "Send either query or the filter search, not both",
    fr: "Envoyez soit query, soit le filtre search, pas les deux",
  },
  "products.not_in_change": {
    en: "This field is not part of the change",
    fr: "Ce champ ne fait pas partie de la modification",
  },
  "products.changed_since": {
    en: "The product has changed since",
    fr: "Le produit a été modifié depuis",
  },
  "products.revert_with_force": {
    en: "Send force: true to revert the change anyway, or choose other fields.",
    fr: "Envoyez force: true pour annuler quand même la modification, ou choisissez d'autres champs.",
  },
  "products.edit_deletes": {
    en: "Leave `fields` out to delete, or send `action: set`",
    fr: "Omettez `fields` pour supprimer, ou envoyez `action: set`",
  },
  "products.edit_moved": {
    en: "A workflow action is not undone: run the action that leads back, such as `unpublish`",
    fr: "Une action de publication ne s'annule pas : lancez celle qui ramène en arrière, comme `unpublish`",
  },
  "products.not_revertible": {
    en: "Some of these fields cannot be reverted",
    fr: "Certains de ces champs ne peuvent pas être rétablis",
  },
  "products.revert_other_fields": {
    en: "List the fields to revert in `fields`; use the dedicated endpoints for the others.",
    fr: "Indiquez dans `fields` les champs à rétablir ; utilisez les opérations dédiées pour les autres.",
  },
  "settings.pivot_in_use": {
    en: "The pivot language cannot be changed once products exist",
    fr: "La langue pivot ne peut plus être modifiée dès que des produits existent",
  },
  "settings.pivot_disabled": {
    en: "The pivot language must be one of the enabled languages",
    fr: "La langue pivot doit figurer parmi les langues activées",
  },
} as const;

export const productsVocabulary = vocabulary({
  messages: PRODUCT_MESSAGES,
  audit: { actions: ["products.erased"], resources: [] },
  events: ["product.created", "product.updated", "product.deleted"],
});
