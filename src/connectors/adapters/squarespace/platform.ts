import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";

export const squarespace = definePlatform({
  id: "squarespace",
  name: "Squarespace",
  tier: 4,
  category: "e-commerce",
  authType: "api_key",
  description: { en: "Hosted shops, by the commerce APIs.", fr: "Boutiques hébergées, par les API de commerce." },
  capabilities: [...BOTH_WAYS, "push_images"],
  credentials: {
    api_key: { isRequired: true, isSecret: true },
  },
  adapter: async () => (await import("./adapter.ts")).squarespace,
  hasOrders: true,
  hides: true,
  fields: {
    reference: "variants.sku",
    name: "name",
    description: "description",
    price: "variants.pricing",
    compare_at_price: "variants.pricing.basePrice, variants.pricing.salePrice",
    stock: "stock",
    tags: "tags",
    weight: "variants.shippingMeasurements.weight",
    dimensions: "variants.shippingMeasurements.dimensions",
    seo_title: "seoOptions.title",
    seo_description: "seoOptions.description",
    slug: "urlSlug",
    images: "images",
    variants: "variants",
  },
  // Source: https://developers.squarespace.com/commerce-apis/create-product
  limits: {
    name: { max: 200 },
    description: { max: 102_400 },
    slug: { max: 200 },
  },
  prices: { namesCurrency: true },
  guide: {
    en: {
      where:
        "On the website's panel: Settings, Developer tools, Developer API keys, Generate key. Tick Products and Inventory with Read and Write, and Orders with Read Only. Your plan must include the commerce APIs.",
      fields: { api_key: "Shown after Generate key, once." },
    },
    fr: {
      where:
        "Dans le panneau du site : Paramètres, Outils de développement, Clés API de développeur, Générer une clé. Cochez Produits et Stock en lecture et écriture, et Commandes en lecture seule. Votre forfait doit comprendre les API de commerce.",
      fields: { api_key: "Montrée une fois après Générer une clé." },
    },
  },
});
