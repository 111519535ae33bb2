import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";
import { textOf } from "../../engine/platform-values.ts";
import { namesShop, signedWith } from "../../inbound/webhook-signatures.ts";
import { shopifyConsent } from "./shopify-consent.ts";
import { lacksVariants, shopifyVariants } from "./shopify-delivery.ts";
import { shopifyOrder } from "./shopify-orders.ts";

const productId = (id: unknown): string | undefined => {
  const text = textOf(id);
  return text === undefined || text.startsWith("gid:") ? text : `gid://shopify/Product/${text}`;
};

export const shopify = definePlatform({
  id: "shopify",
  name: "Shopify",
  tier: 1,
  category: "e-commerce",
  authType: "access_token",
  description: { en: "Hosted shops, by the Admin GraphQL API.", fr: "Boutiques hébergées, par l'API Admin GraphQL." },
  capabilities: [...BOTH_WAYS, "push_images", "receive_webhook"],
  credentials: {
    shop_url: { isRequired: true },
    access_token: { isRequired: true, isSecret: true },
    client_id: {},
    client_secret: { isSecret: true },
    location_id: {},
    webhook_secret: { isSecret: true },
  },
  choices: [["access_token"], ["client_id", "client_secret"]],
  hasOrders: true,
  consent: shopifyConsent,
  adapter: async () => (await import("./adapter.ts")).shopify,
  hides: true,
  prices: { saysTax: true },
  fields: {
    ean: "variants.barcode",
    reference: "variants.sku",
    name: "title",
    description: "descriptionHtml",
    price: "variants.price",
    compare_at_price: "variants.compareAtPrice",
    stock: "variants.inventoryQuantities",
    brand: "vendor",
    type: "productType",
    tags: "tags",
    weight: "variants.inventoryItem.measurement.weight",
    seo_title: "seo.title",
    seo_description: "seo.description",
    slug: "handle",
    images: "files",
    variants: "variants",
    attributes: "metafields",
  },
  // Source: https://docs.workato.com/connectors/shopify/create-product.html (tags); title, vendor and handle from general knowledge
  limits: {
    name: { max: 255 },
    brand: { max: 255 },
    slug: { max: 255 },
    tags: { max: 255, count: 250 },
  },
  guide: {
    en: {
      where:
        "On dev.shopify.com, in the Dev Dashboard of the organisation that owns the shop: Apps, Create app. Give a version of it the scopes `read_products`, `write_products`, `read_inventory`, `write_inventory`, `read_locations`, `read_orders`, `read_publications`, `write_publications`, and for texts in several languages `read_locales`, `read_translations` and `write_translations`; release it, then install the app in your shop. Give either its client id and secret, or the fixed token of an app that was made before 2026 in the shop's administration (Settings, Apps and sales channels, Develop apps, with the same scopes).",
      fields: {
        shop_url: "Settings, Domains: the address that ends with `.myshopify.com`, with `https://`.",
        access_token:
          "Only of an app made in the shop before 2026: API credentials, Admin API access token. Not needed with client id and secret.",
        client_id: "In the Dev Dashboard, the app, Settings: Client ID.",
        client_secret:
          "Beside it: Secret. With these a token is fetched by itself and renewed before its 24 hours are over. The app and the shop must belong to one organisation; else `POST /api/v1/connectors/{connector_id}/consent` answers the page at which the owner of the shop agrees.",
        location_id:
          "Settings, Locations, click the place whose stock is set: the number at the end of the page's address. Without it the first place counts.",
        webhook_secret:
          "Settings, Notifications, Webhooks: the key under the list. For webhooks made by the app it is the app's API secret key.",
      },
    },
    fr: {
      where:
        "Sur dev.shopify.com, dans le Dev Dashboard de l'organisation à qui appartient la boutique : Apps, Create app. Donnez à une version les portées `read_products`, `write_products`, `read_inventory`, `write_inventory`, `read_locations`, `read_orders`, `read_publications`, `write_publications`, et pour des textes en plusieurs langues `read_locales`, `read_translations` et `write_translations` ; publiez-la, puis installez l'application dans votre boutique. Indiquez soit son identifiant et son secret client, soit le jeton fixe d'une application créée avant 2026 dans l'administration de la boutique (Applications, Paramètres des applications et des canaux de vente, Développer des applications, avec les mêmes portées).",
      fields: {
        shop_url: "Paramètres, Domaines : l'adresse qui finit par `.myshopify.com`, avec `https://`.",
        access_token:
          "Seulement d'une application créée dans la boutique avant 2026 : Identifiants API, Jeton d'accès à l'API Admin. Inutile avec l'identifiant et le secret client.",
        client_id: "Dans le Dev Dashboard, l'application, Settings : Client ID.",
        client_secret:
          "À côté : Secret. Avec eux un jeton est obtenu de lui-même et renouvelé avant la fin de ses 24 heures. L'application et la boutique doivent appartenir à une même organisation ; sinon `POST /api/v1/connectors/{connector_id}/consent` répond la page où le propriétaire de la boutique donne son accord.",
        location_id:
          "Paramètres, Emplacements, cliquez sur le lieu dont le stock est tenu : le nombre à la fin de l'adresse de la page. Sans lui, le premier lieu compte.",
        webhook_secret:
          "Paramètres, Notifications, Webhooks : la clé sous la liste. Pour les webhooks créés par l'application, c'est la clé secrète d'API de celle-ci.",
      },
    },
  },
  webhook: {
    letter: "a",
    end: "webhook",
    key: "webhook_secret",
    headers: {
      signature: ["x-shopify-hmac-sha256"],
      topic: ["x-shopify-topic"],
      delivery: ["x-shopify-webhook-id"],
      shop: ["x-shopify-shop-domain"],
    },
    ...namesShop("shop_url"),
    // Those of the shop's own notifications have a key of their own, those that an app registers its client secret.
    verifies: (credentials, sent) =>
      ["webhook_secret", "client_secret"].some((key) => signedWith(key)(credentials, sent)),
    registers: {
      topics: [
        "products/create",
        "products/update",
        "products/delete",
        "orders/create",
        "orders/updated",
        "orders/cancelled",
        "refunds/create",
      ],
      signedBy: "client_secret",
    },
    variantsOf: shopifyVariants,
    isPart: lacksVariants,
    productIdOf: (body) => textOf(body["admin_graphql_api_id"]) ?? productId(body["id"]),
    orderOf: shopifyOrder,
  },
});
