import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { sends } from "../../inbound/webhook-signatures.ts";
import { reportOf } from "./shopware-webhooks.ts";

export const shopware = definePlatform({
  id: "shopware",
  name: "Shopware 6",
  tier: 4,
  category: "e-commerce",
  authType: "oauth2",
  description: { en: "Shopware 6 shops, by the Admin API.", fr: "Boutiques Shopware 6, par l'API Admin." },
  capabilities: CAPABILITIES,
  credentials: {
    base_url: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
    webhook_secret: { isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).shopware,
  hides: true,
  fields: {
    ean: "ean",
    reference: "productNumber",
    name: "name",
    description: "description",
    price: "price",
    compare_at_price: "price.listPrice",
    stock: "stock",
    brand: "manufacturer",
    category: "categories",
    tags: "tags",
    weight: "weight",
    dimensions: "length, width, height",
    seo_title: "metaTitle",
    seo_description: "metaDescription",
    images: "media",
    variants: "children",
    attributes: "customFields",
  },
  ownFields: ["properties."],
  // Source: https://github.com/shopware/shopware , ProductTranslationDefinition and ProductManufacturerTranslationDefinition: StringField
  limits: {
    name: { max: 255 },
    brand: { max: 255 },
    seo_title: { max: 255 },
    seo_description: { max: 255 },
  },
  prices: { tax: "both" },
  guide: {
    en: {
      where:
        "In the administration: Settings, System, Integrations, Create integration. Give it Administrator, or a role that reads and writes products and webhooks and reads taxes, currencies, languages and orders. Click Save.",
      fields: {
        base_url: "Sales Channels, your channel, Domains: the shop's address, without the language's folder.",
        client_id: "Access key ID.",
        client_secret: "Secret access key, shown once.",
        webhook_secret:
          "Any text of your own, which each webhook brings as `token` in its address. Not needed when they are registered here: one is made then.",
      },
    },
    fr: {
      where:
        "Dans l'administration : Paramètres, Système, Intégrations, Créer une intégration. Accordez Administrateur, ou un rôle qui lit et écrit produits et webhooks et lit taxes, devises, langues et commandes. Cliquez sur Enregistrer l'intégration.",
      fields: {
        base_url: "Canaux de vente, votre canal, Domaines : l'adresse de la boutique, sans le dossier de la langue.",
        client_id: "ID d'accès (Access key ID).",
        client_secret: "Clé de sécurité (Secret access key), montrée une fois.",
        webhook_secret:
          "Un texte de votre choix, que chaque webhook apporte comme `token` dans son adresse. Inutile quand ils sont enregistrés d'ici : il est alors créé.",
      },
    },
  },
  webhook: {
    end: "webhook",
    key: "webhook_secret",
    headers: { signature: [], topic: [], delivery: [] },
    ...sends({ own: ({ webhook_secret: secret = "" }) => secret, sent: (signature) => signature }),
    registers: { topics: ["product.written", "product.deleted", "order.written"] },
    reportOf,
  },
});
