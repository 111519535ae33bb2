import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { ebayConsent } from "./ebay-consent.ts";
import { limits } from "./ebay-limits.ts";
import { currencyOf } from "./ebay-marketplaces.ts";
import { answersChallenge, reportOf, TOPIC, verifies } from "./ebay-webhooks.ts";

export const ebay = definePlatform({
  id: "ebay",
  name: "eBay",
  tier: 2,
  category: "marketplace",
  authType: "oauth2",
  description: {
    en: "eBay's marketplaces, by the Inventory API.",
    fr: "Les places de marché d'eBay, par l'API Inventory.",
  },
  capabilities: CAPABILITIES,
  credentials: {
    marketplace_id: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
    refresh_token: { isRequired: true, isSecret: true },
    ru_name: {},
    location_key: {},
    webhook_secret: { isSecret: true },
  },
  choices: [["refresh_token"], ["ru_name"]],
  consent: ebayConsent,
  hasOrders: true,
  orderIdsAreUnique: true,
  adapter: async () => (await import("./adapter.ts")).ebay,
  hasVariantOffers: true,
  hides: true,
  fields: {
    ean: "product.ean",
    reference: "sku",
    name: "product.title",
    description: "product.description",
    price: "pricingSummary.price",
    compare_at_price: "pricingSummary.originalRetailPrice",
    stock: "availability.shipToLocationAvailability.quantity",
    brand: "product.brand",
    category: "categoryId",
    weight: "packageWeightAndSize.weight",
    dimensions: "packageWeightAndSize.dimensions",
    images: "product.imageUrls",
    variants: "inventory_item_group",
    attributes: "product.aspects",
  },
  ownFields: ["product.mpn", "product.subtitle"],
  prices: {
    ...{ tax: "included", namesCurrency: true },
    currencyOf: ({ marketplace_id: marketplace = "" }) => currencyOf(marketplace),
  },
  limits,
  guide: {
    en: {
      where:
        "On developer.ebay.com, signed in: Hi (your name), Application access keys, Create a keyset for Production.",
      fields: {
        marketplace_id: "Where you sell: `EBAY_FR`, `EBAY_DE`, `EBAY_GB`, `EBAY_US` …",
        client_id: "Application access keys, Production: App ID (Client ID).",
        client_secret: "In the same place: Cert ID (Client Secret).",
        refresh_token:
          "Beside the App ID click User Tokens, add a redirect address, and let your seller account agree to the scopes `sell.inventory`, `sell.account.readonly`, `sell.fulfillment.readonly`, `commerce.notification.subscription` and `api_scope` by OAuth. The account needs business policies (payment, postage, returns) and an inventory location. The refresh token that the last step shows. Not needed with `ru_name`.",
        ru_name:
          "In place of a refresh token: User Tokens, Get a Token from eBay via Your Application, Add eBay Redirect URL; its Auth Accepted URL is this service's address with `/api/v1/connectors/oauth/callback`. The RuName that is shown. Then `POST /api/v1/connectors/{connector_id}/consent` answers the page at which you agree.",
        location_key:
          "The inventory location that offers name, one of those that a test of the connector lists. Without it the first that is open.",
        webhook_secret:
          "What eBay calls the verification token: 32 to 80 letters, digits, `_` or `-`. Not needed when webhooks are registered here: one is made then. The application needs an e-mail address for alerts first (Application access keys, Notifications).",
      },
    },
    fr: {
      where:
        "Sur developer.ebay.com, connecté : Hi (votre nom), Application access keys, créez un jeu de clés (keyset) pour Production.",
      fields: {
        marketplace_id: "Là où vous vendez : `EBAY_FR`, `EBAY_DE`, `EBAY_GB`, `EBAY_US`…",
        client_id: "Application access keys, Production : App ID (Client ID).",
        client_secret: "Au même endroit : Cert ID (Client Secret).",
        refresh_token:
          "À côté de l'App ID, cliquez sur User Tokens, ajoutez une adresse de redirection et faites accepter les portées `sell.inventory`, `sell.account.readonly`, `sell.fulfillment.readonly`, `commerce.notification.subscription` et `api_scope` à votre compte vendeur par OAuth. Le compte a besoin de règlements d'affaires (paiement, livraison, retours) et d'un lieu de stock. Le jeton d'actualisation (refresh token) que montre la dernière étape. Inutile avec `ru_name`.",
        ru_name:
          "À la place d'un jeton d'actualisation : User Tokens, Get a Token from eBay via Your Application, Add eBay Redirect URL ; son Auth Accepted URL est l'adresse de ce service avec `/api/v1/connectors/oauth/callback`. Le RuName affiché. Puis `POST /api/v1/connectors/{connector_id}/consent` répond la page où vous donnez votre accord.",
        location_key:
          "Le lieu de stock que les offres nomment, l'un de ceux que liste un test du connecteur. À défaut, le premier qui est ouvert.",
        webhook_secret:
          "Ce qu'eBay appelle le jeton de vérification (verification token) : 32 à 80 lettres, chiffres, `_` ou `-`. Inutile quand les webhooks sont enregistrés d'ici : il est alors créé. L'application a d'abord besoin d'une adresse e-mail d'alerte (Application access keys, Notifications).",
      },
    },
  },
  webhook: {
    end: "webhook",
    key: "webhook_secret",
    headers: { signature: ["x-ebay-signature"], topic: [], delivery: [] },
    isInPath: true,
    isSigned: true,
    // The key that signs is eBay's own: a delivery names no connector but by its address.
    ownName: ({ webhook_secret: secret = "" }) => secret,
    sentName: () => "",
    verifies,
    answersChallenge,
    registers: { topics: [TOPIC] },
    reportOf,
  },
});
