/** What the catalog says. */
export const PRODUCT_MESSAGES = {
  "products.not_deleted": { en: "The product is not deleted", fr: "Le produit n'est pas supprimé" },
  "products.restore_instead": {
    en: "Restore the deleted product with POST /products/{product_id}/restore, or erase it with ?permanent=true.",
    fr: "Restaurez le produit supprimé par POST /products/{product_id}/restore, ou effacez-le avec ?permanent=true.",
  },
  "products.confirm_deletion": {
    en: "Send the phrase DELETE ALL PRODUCTS to erase every product",
    fr: "Envoyez la phrase SUPPRIMER TOUS LES PRODUITS pour effacer tous les produits",
  },
  "products.query_and_search": {
    en: "Send the text as query or as the filter search, not as both",
    fr: "Envoyez le texte dans query ou dans le filtre search, pas dans les deux",
  },
  "products.not_in_change": {
    en: "The change did not touch this field",
    fr: "La modification n'a pas touché ce champ",
  },
  "products.changed_since": {
    en: "The product has been changed again since",
    fr: "Le produit a été modifié à nouveau depuis",
  },
  "products.revert_with_force": {
    en: "Send force: true to take the change back all the same, or name other fields.",
    fr: "Envoyez force: true pour annuler la modification malgré tout, ou nommez d'autres champs.",
  },
  "products.not_revertible": {
    en: "Not all of these fields can be taken back",
    fr: "Tous ces champs ne peuvent pas être rétablis",
  },
  "products.revert_other_fields": {
    en: "Name the fields to take back in `fields`; the others have endpoints of their own.",
    fr: "Nommez dans `fields` les champs à rétablir ; les autres ont leurs propres points d'accès.",
  },
  "settings.pivot_in_use": {
    en: "The pivot language cannot change once there are products",
    fr: "La langue pivot ne peut plus changer dès qu'il y a des produits",
  },
  "settings.pivot_disabled": {
    en: "The pivot language must be among the enabled ones",
    fr: "La langue pivot doit figurer parmi les langues activées",
  },
} as const;
