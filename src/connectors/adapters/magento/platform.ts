import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";

export const magento = definePlatform({
  id: "magento",
  name: "Adobe Commerce (Magento)",
  tier: 1,
  category: "enterprise",
  authType: "access_token",
  description: {
    en: "Adobe Commerce and Magento Open Source, by the REST API.",
    fr: "Adobe Commerce et Magento Open Source, par l'API REST.",
  },
  capabilities: [...BOTH_WAYS, "push_images", "push_categories"],
  credentials: {
    base_url: { isRequired: true },
    access_token: { isRequired: true, isSecret: true },
    store_code: {},
  },
  adapter: async () => (await import("./adapter.ts")).magento,
  hasOrders: true,
  hides: true,
  fields: {
    ean: "custom_attributes.ean",
    reference: "sku",
    name: "name",
    description: "custom_attributes.description",
    short_description: "custom_attributes.short_description",
    price: "price",
    compare_at_price: "price, custom_attributes.special_price",
    stock: "source_items.quantity",
    brand: "custom_attributes.manufacturer",
    category: "category_links",
    weight: "weight",
    seo_title: "custom_attributes.meta_title",
    seo_description: "custom_attributes.meta_description",
    images: "media_gallery_entries",
    variants: "configurable_product_links",
    attributes: "custom_attributes",
  },
  // Source: https://github.com/magento/magento2 , app/code/Magento/Catalog/etc/db_schema.xml, catalog_product_entity_varchar
  limits: {
    name: { max: 255 },
    seo_title: { max: 255 },
    seo_description: { max: 255 },
  },
  guide: {
    en: {
      where:
        "In the administration: System, Extensions, Integrations, Add New Integration. Under API give it Catalog, Stores and Sales, and Bulk Actions (System, Action Log) for large pushes, save, then click Activate and Allow. Magento 2.4.4 and later also needs Stores, Configuration, Services, OAuth, Consumer Settings, Allow OAuth Access Tokens to be used as standalone Bearer tokens: Yes.",
      fields: {
        base_url: "Stores, Configuration, General, Web, Base URLs (Secure): the Secure Base URL.",
        access_token: "Shown after Activate: the line Access Token.",
        store_code: "Stores, All Stores, click the store view: its Code. Without it all store views are written.",
      },
    },
    fr: {
      where:
        "Dans l'administration : Système, Extensions, Intégrations, Ajouter nouvelle intégration. Sous API, Accès aux ressources, accordez Catalogue, Magasins et Ventes, et « Bulk Actions » (Système, Action Log) pour les grands envois, enregistrez, puis cliquez sur Activez et Autoriser. À partir de Magento 2.4.4 il faut aussi Magasins, Configuration, Services, OAuth, Paramètres d'utilisateur (Consumer Settings), « Allow OAuth Access Tokens to be used as standalone Bearer tokens » : Oui.",
      fields: {
        base_url: "Magasins, Configuration, Général, Web, URL de base (sécurisé) : URL de base sécurisée.",
        access_token: "Montré après Activez, sous Intégration des jetons pour les Extensions : la ligne Jeton d'accès.",
        store_code:
          "Magasins, Tous les magasins, cliquez sur la vue magasin : son code. À défaut, toutes les vues sont écrites.",
      },
    },
  },
});
