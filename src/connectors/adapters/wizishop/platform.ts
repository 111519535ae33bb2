import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { sends } from "../../inbound/webhook-signatures.ts";

export const wizishop = definePlatform({
  id: "wizishop",
  name: "WiziShop",
  tier: 3,
  category: "e-commerce",
  authType: "api_key",
  description: { en: "French hosted shops, by the REST API.", fr: "Boutiques hébergées en France, par l'API REST." },
  capabilities: CAPABILITIES,
  credentials: {
    shop_id: { isRequired: true },
    api_key: { isRequired: true, isSecret: true },
    webhook_token: { isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).wizishop,
  hides: true,
  fields: {
    ean: "ean13",
    reference: "sku",
    name: "name",
    description: "description",
    short_description: "short_description",
    price: "price_tax_excluded",
    compare_at_price: "price_tax_excluded, reduction",
    stock: "quantity",
    brand: "brand",
    category: "category_id",
    tags: "tags",
    weight: "weight",
    seo_title: "meta.title",
    seo_description: "meta.description",
    slug: "url",
    images: "images",
    variants: "attributes",
  },
  prices: { tax: "excluded" },
  guide: {
    en: {
      where:
        "In the shop's administration: Configuration, API. If there is no such menu, ask the support of WiziShop for access to the API.",
      fields: {
        shop_id: "The number of your shop, shown with the key.",
        api_key: "Click to make a key with reading and writing of products and stock, and copy it.",
        webhook_token: "Configuration, Webhooks: the token that WiziShop sends with each webhook.",
      },
    },
    fr: {
      where:
        "Dans l'administration de la boutique : Configuration, API. Si ce menu manque, demandez l'accès à l'API au support de WiziShop.",
      fields: {
        shop_id: "Le numéro de votre boutique, affiché avec la clé.",
        api_key: "Créez une clé en lecture et écriture des produits et du stock, et copiez-la.",
        webhook_token: "Configuration, Webhooks : le jeton que WiziShop envoie avec chaque webhook.",
      },
    },
  },
  webhook: {
    letter: "c",
    end: "webhook",
    key: "webhook_token",
    headers: { signature: ["x-webhook-token"], topic: [], delivery: ["x-wizishop-webhook-id"] },
    ...sends({ own: ({ webhook_token: token = "" }) => token, sent: (signature) => signature }),
  },
});
