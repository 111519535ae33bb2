import { definePlatform } from "../../engine/define-platform.ts";

export const salesforceCommerce = definePlatform({
  id: "salesforce_commerce",
  name: "Salesforce Commerce Cloud",
  tier: 2,
  category: "enterprise",
  authType: "oauth2",
  description: { en: "B2C Commerce, by its Commerce API.", fr: "B2C Commerce, par sa Commerce API." },
  capabilities: ["push_products", "pull_products", "push_stock", "pull_stock", "push_categories"],
  credentials: {
    instance_url: { isRequired: true },
    organization_id: { isRequired: true },
    site_id: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
    inventory_list_id: {},
  },
  adapter: async () => (await import("./adapter.ts")).salesforceCommerce,
  hasOrders: true,
  hides: true,
  hasVariantOffers: true,
  fields: {
    ean: "ean",
    reference: "id",
    name: "name",
    description: "longDescription",
    short_description: "shortDescription",
    brand: "brand",
    category: "assignedCategories",
    seo_title: "pageTitle",
    seo_description: "pageDescription",
    stock: "inventory.allocation",
    variants: "variations",
    attributes: "attributes",
  },
  guide: {
    en: {
      where:
        "In Account Manager: API Client, Add API Client, with the role Salesforce Commerce API for your instance, token format JWT, the authentication method `client_secret_basic`, and the allowed scopes `sfcc.products.rw`, `sfcc.catalogs`, `sfcc.catalogs.rw`, `sfcc.inventory-lists.rw` and `sfcc.orders`.",
      fields: {
        instance_url:
          "Business Manager, Administration, Site Development, Salesforce Commerce API Settings: `https://`, the short code, `.api.commercecloud.salesforce.com`.",
        organization_id: "On the same page: Organization ID; begins with `f_ecom_`.",
        site_id: "Administration, Sites, Manage Sites: the column ID.",
        client_id: "Account Manager, API Client: the column API Client ID.",
        client_secret: "The password that you chose when you added the API client.",
        inventory_list_id:
          "Merchant Tools, Products and Catalogs, Inventory: the ID of the site's list. Needed to send stock.",
      },
    },
    fr: {
      where:
        "Dans Account Manager : API Client, Add API Client, avec le rôle Salesforce Commerce API pour votre instance, le format de jeton JWT, la méthode d'authentification `client_secret_basic` et les portées permises `sfcc.products.rw`, `sfcc.catalogs`, `sfcc.catalogs.rw`, `sfcc.inventory-lists.rw` et `sfcc.orders`.",
      fields: {
        instance_url:
          "Business Manager, Administration, Développement du site, Salesforce Commerce API Settings : `https://`, le code court, `.api.commercecloud.salesforce.com`.",
        organization_id: "Sur la même page : Organization ID ; commence par `f_ecom_`.",
        site_id: "Administration, Sites, Gérer les sites : la colonne ID.",
        client_id: "Account Manager, API Client : la colonne API Client ID.",
        client_secret: "Le mot de passe choisi à la création du client d'API.",
        inventory_list_id:
          "Merchant Tools, Products and Catalogs, Inventory : l'ID de la liste du site. Nécessaire pour envoyer le stock.",
      },
    },
  },
});
