import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { sends } from "../../inbound/webhook-signatures.ts";
import { reportOf, TOKEN_HEADER } from "./bigcommerce-webhooks.ts";

export const bigcommerce = definePlatform({
  id: "bigcommerce",
  name: "BigCommerce",
  tier: 2,
  category: "e-commerce",
  authType: "access_token",
  description: { en: "Hosted shops, by the V3 catalog API.", fr: "Boutiques hébergées, par l'API catalogue V3." },
  capabilities: CAPABILITIES,
  credentials: {
    store_hash: { isRequired: true },
    access_token: { isRequired: true, isSecret: true },
    webhook_secret: { isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).bigcommerce,
  hides: true,
  prices: { saysTax: true },
  fields: {
    ean: "gtin",
    reference: "sku",
    name: "name",
    description: "description",
    price: "price",
    compare_at_price: "price, sale_price",
    stock: "inventory_level",
    brand: "brand_name",
    category: "categories",
    weight: "weight",
    dimensions: "width, height, depth",
    seo_title: "page_title",
    seo_description: "meta_description",
    slug: "custom_url",
    images: "images",
    variants: "variants",
  },
  // Source: https://github.com/bigcommerce/docs , reference/catalog/products_catalog.v3.yml and brands_catalog.v3.yml
  limits: {
    name: { max: 250 },
    brand: { max: 255 },
    seo_title: { max: 255 },
    seo_description: { max: 65_535 },
  },
  guide: {
    en: {
      where:
        "In the control panel: Settings, Store-level API accounts, Create API account, type V2/V3 API token, with Products: modify, Orders: read-only and Information & settings: read-only. Click Save.",
      fields: {
        store_hash: "In the API path that is shown: what follows `/stores/`, without `/v3/`.",
        access_token: "Shown after Save, once: Access token.",
        webhook_secret:
          "Any text of your own, which each webhook sends back in its header `x-webhook-token`. Not needed when they are registered here: one is made then.",
      },
    },
    fr: {
      where:
        "Dans le panneau de contrôle : Paramètres, Comptes API de la boutique, Créer un compte API, type jeton d'API V2/V3, avec Produits : modifier, Commandes : lecture seule et Informations et paramètres : lecture seule. Cliquez sur Enregistrer.",
      fields: {
        store_hash: "Dans le chemin d'API affiché : ce qui suit `/stores/`, sans `/v3/`.",
        access_token: "Montré une fois après Enregistrer : jeton d'accès (Access token).",
        webhook_secret:
          "Un texte de votre choix, que chaque webhook renvoie dans son en-tête `x-webhook-token`. Inutile quand ils sont enregistrés d'ici : il est alors créé.",
      },
    },
  },
  webhook: {
    end: "webhook",
    key: "webhook_secret",
    headers: { signature: [TOKEN_HEADER], topic: [], delivery: [] },
    ...sends({ own: ({ webhook_secret: secret = "" }) => secret, sent: (signature) => signature }),
    registers: {
      topics: [
        "store/product/created",
        "store/product/updated",
        "store/product/deleted",
        "store/order/created",
        "store/order/updated",
        "store/order/refund/created",
      ],
    },
    reportOf,
  },
});
