import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { namesShop, signedWith } from "../../inbound/webhook-signatures.ts";
import { wooCommerceOrder } from "./woo-orders.ts";

export const woocommerce = definePlatform({
  id: "woocommerce",
  name: "WooCommerce",
  tier: 1,
  category: "e-commerce",
  authType: "consumer_key",
  description: { en: "WordPress shops, by the REST API v3.", fr: "Boutiques WordPress, par l'API REST v3." },
  capabilities: CAPABILITIES,
  credentials: {
    store_url: { isRequired: true },
    consumer_key: { isRequired: true, isSecret: true },
    consumer_secret: { isRequired: true, isSecret: true },
    webhook_secret: { isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).woocommerce,
  hides: true,
  prices: { saysTax: true },
  fields: {
    ean: "global_unique_id",
    reference: "sku",
    name: "name",
    description: "description",
    short_description: "short_description",
    price: "regular_price",
    compare_at_price: "regular_price, sale_price",
    stock: "stock_quantity",
    brand: "brands",
    category: "categories",
    tags: "tags",
    weight: "weight",
    dimensions: "dimensions",
    seo_title: "meta_data._yoast_wpseo_title",
    seo_description: "meta_data._yoast_wpseo_metadesc",
    slug: "slug",
    images: "images",
    variants: "variations",
    attributes: "attributes",
  },
  ownFields: ["meta_data."],
  guide: {
    en: {
      where:
        "In WordPress: WooCommerce, Settings, Advanced, REST API, Add key. Choose an administrator or shop manager and the permission Read/Write, then click Generate API key.",
      fields: {
        store_url: "Settings, General, WordPress Address, with `https://`.",
        consumer_key: "Shown once after Generate API key; begins with `ck_`.",
        consumer_secret: "Shown beside it, once; begins with `cs_`.",
        webhook_secret:
          "WooCommerce, Settings, Advanced, Webhooks, Add webhook: the text that you type in Secret, the same for each webhook.",
      },
    },
    fr: {
      where:
        "Dans WordPress : WooCommerce, Réglages, Avancé, API REST, Ajouter une clé. Choisissez un administrateur ou gestionnaire de boutique et la permission Lecture/Écriture, puis cliquez sur Générer une clé d'API.",
      fields: {
        store_url: "Réglages, Général, Adresse web de WordPress, avec `https://`.",
        consumer_key: "Montrée une fois après Générer une clé d'API ; commence par `ck_`.",
        consumer_secret: "Montré à côté, une fois ; commence par `cs_`.",
        webhook_secret:
          "WooCommerce, Réglages, Avancé, Webhooks, Ajouter un webhook : le texte saisi dans Secret, le même pour chaque webhook.",
      },
    },
  },
  webhook: {
    letter: "b",
    end: "webhook",
    key: "webhook_secret",
    headers: {
      signature: ["x-wc-webhook-signature", "x-woocommerce-webhook-signature"],
      topic: ["x-wc-webhook-topic", "x-woocommerce-webhook-topic"],
      delivery: ["x-wc-webhook-delivery-id", "x-woocommerce-webhook-delivery-id"],
      shop: ["x-wc-webhook-source"],
    },
    ...namesShop("store_url"),
    verifies: signedWith("webhook_secret"),
    registers: {
      topics: ["product.created", "product.updated", "product.deleted", "order.created", "order.updated"],
    },
    hasEntities: true,
    repeatsDeliveryIds: true,
    orderOf: wooCommerceOrder,
    // A new webhook says hello in a form that is not signed.
    isHello: (text) => /^webhook_id=\d+$/.test(text),
  },
});
