import { definePlatform } from "../../engine/define-platform.ts";

export const shopware = definePlatform({
  id: "shopware",
  name: "Shopware 6",
  tier: 4,
  category: "e-commerce",
  authType: "oauth2",
  description: { en: "Shopware 6 shops, by the Admin API.", fr: "Boutiques Shopware 6, par l'API Admin." },
  capabilities: ["push_products", "pull_products", "push_stock", "pull_stock", "push_prices", "push_categories"],
  credentials: {
    base_url: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
  },
  adapter: async () => (await import("./adapter.ts")).shopware,
  hides: true,
  fields: {
    ean: "ean",
    reference: "productNumber",
    name: "name",
    description: "description",
    price: "price",
    stock: "stock",
    brand: "manufacturer",
    category: "categories",
    weight: "weight",
    dimensions: "length, width, height",
    seo_title: "metaTitle",
    seo_description: "metaDescription",
  },
  prices: { tax: "both" },
  guide: {
    en: {
      where:
        "In the administration: Settings, System, Integrations, Create integration. Give it Administrator, or a role that reads and writes products and reads taxes and currencies. Click Save.",
      fields: {
        base_url: "Sales Channels, your channel, Domains: the shop's address, without the language's folder.",
        client_id: "Access key ID.",
        client_secret: "Secret access key, shown once.",
      },
    },
    fr: {
      where:
        "Dans l'administration : Paramètres, Système, Intégrations, Créer une intégration. Accordez Administrateur, ou un rôle qui lit et écrit les produits et lit taxes et devises. Cliquez sur Enregistrer l'intégration.",
      fields: {
        base_url: "Canaux de vente, votre canal, Domaines : l'adresse de la boutique, sans le dossier de la langue.",
        client_id: "ID d'accès (Access key ID).",
        client_secret: "Clé de sécurité (Secret access key), montrée une fois.",
      },
    },
  },
});
