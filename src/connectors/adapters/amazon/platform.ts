import { definePlatform } from "../../engine/define-platform.ts";
import { ASIN } from "./amazon-asin.ts";
import { amazonConsent } from "./amazon-consent.ts";
import { limits } from "./amazon-limits.ts";
import { currencyOf } from "./amazon-marketplaces.ts";

export const amazon = definePlatform({
  id: "amazon",
  name: "Amazon",
  tier: 1,
  category: "marketplace",
  authType: "oauth2",
  description: {
    en: "Amazon's marketplaces, by the Selling Partner API.",
    fr: "Les places de marché d'Amazon, par la Selling Partner API.",
  },
  capabilities: ["push_products", "push_stock", "push_prices", "push_images", "push_categories"],
  credentials: {
    seller_id: { isRequired: true },
    marketplace_id: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
    refresh_token: { isRequired: true, isSecret: true },
    application_id: {},
  },
  choices: [["seller_id", "refresh_token"], ["application_id"]],
  consent: amazonConsent,
  hasOrders: true,
  orderIdsAreUnique: true,
  adapter: async () => (await import("./adapter.ts")).amazon,
  hasVariantOffers: true,
  fields: {
    ean: "externally_assigned_product_identifier",
    reference: "sku",
    name: "item_name",
    description: "product_description",
    price: "purchasable_offer",
    compare_at_price: "purchasable_offer.our_price, purchasable_offer.discounted_price",
    stock: "fulfillment_availability",
    brand: "brand",
    category: "productType",
    weight: "item_weight",
    dimensions: "item_dimensions",
    images: "main_product_image_locator",
    variants: "child_parent_sku_relationship",
    attributes: "attributes",
  },
  rules: [
    { target: ASIN, field: "asin" },
    ...[1, 2, 3, 4, 5].map((place) => ({
      ...{ target: `attributes.bullet_point.${place}`, field: `bullet_points.${place}` },
    })),
  ],
  prices: {
    ...{ tax: "included", namesCurrency: true },
    currencyOf: ({ marketplace_id: marketplace = "" }) => currencyOf(marketplace),
  },
  limits,
  guide: {
    en: {
      where:
        "In Seller Central, as the main user: Apps and Services, Develop Apps. Register as a private developer with the roles Product Listing and Inventory and Order Tracking. When Amazon has agreed: Add new app client, API type SP API.",
      fields: {
        seller_id: "Settings, Account Info, Business Information, Your Merchant Token.",
        marketplace_id:
          "The id of the country: France `A13V1IB3VIYZZH`, Germany `A1PA6795UKMFR9`, Italy `APJ6JRA9NG5V4`, Spain `A1RKKUPIHCS9HS`.",
        client_id: "Develop Apps, the app's line, LWA credentials, View: Client identifier.",
        client_secret: "In the same window: Client secret.",
        refresh_token:
          "Develop Apps, the app's menu, Authorize, Authorize app. The refresh token that the last step shows. Not needed with `application_id`.",
        application_id:
          "In place of seller id and refresh token, for an app whose OAuth redirect address is this service's address with `/api/v1/connectors/oauth/callback`: Develop Apps, under the app's name, `amzn1.sp.solution.` and what follows. Then `POST /api/v1/connectors/{connector_id}/consent` answers the page at which you agree.",
      },
    },
    fr: {
      where:
        "Dans Seller Central, comme utilisateur principal : Applications et services, Développer des applications. Inscrivez-vous comme développeur privé avec les rôles Listing du produit et Stock et Suivi des commandes. Après l'accord d'Amazon : Ajouter un nouveau client d'application, type d'API SP API.",
      fields: {
        seller_id:
          "Paramètres, Informations sur le compte, Informations commerciales, Votre identifiant vendeur (Merchant Token).",
        marketplace_id:
          "L'identifiant du pays : France `A13V1IB3VIYZZH`, Allemagne `A1PA6795UKMFR9`, Italie `APJ6JRA9NG5V4`, Espagne `A1RKKUPIHCS9HS`.",
        client_id:
          "Développer des applications, ligne de l'application, Informations d'identification LWA, Afficher : identifiant client.",
        client_secret: "Dans la même fenêtre : secret client.",
        refresh_token:
          "Développer des applications, menu de l'application, Autoriser, Autoriser l'application. Le jeton d'actualisation (refresh token) que montre la dernière étape. Inutile avec `application_id`.",
        application_id:
          "À la place de l'identifiant vendeur et du jeton d'actualisation, pour une application dont l'adresse de redirection OAuth est l'adresse de ce service avec `/api/v1/connectors/oauth/callback` : Développer des applications, sous le nom de l'application, `amzn1.sp.solution.` et la suite. Puis `POST /api/v1/connectors/{connector_id}/consent` répond la page où vous donnez votre accord.",
      },
    },
  },
});
