/** What the catalog says. */
export const PRODUCT_MESSAGES = {
  "products.not_deleted": { en: "The product is not deleted", fr: "Le produit n'est pas supprimé" },
  "products.restore_instead": {
    en: "Restore the deleted product with POST /products/{product_id}/restore, or erase it with ?permanent=true.",
    fr: "Restaurez le produit supprimé par POST /products/{product_id}/restore, ou effacez-le avec ?permanent=true.",
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
