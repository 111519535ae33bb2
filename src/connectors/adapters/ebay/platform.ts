import { definePlatform } from "../../engine/define-platform.ts";
import { ebayConsent } from "./ebay-consent.ts";

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
  capabilities: ["push_products", "pull_products", "push_stock", "push_prices", "push_images"],
  credentials: {
    marketplace_id: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
    refresh_token: { isRequired: true, isSecret: true },
    ru_name: {},
  },
  choices: [["refresh_token"], ["ru_name"]],
  consent: ebayConsent,
  adapter: async () => (await import("./adapter.ts")).ebay,
  fields: {
    ean: "product.ean",
    reference: "sku",
    name: "product.title",
    description: "product.description",
    price: "pricingSummary.price",
    stock: "availability.shipToLocationAvailability.quantity",
    brand: "product.brand",
    category: "categoryId",
    images: "product.imageUrls",
  },
  prices: { tax: "included", namesCurrency: true },
  guide: {
    en: {
      where:
        "On developer.ebay.com, signed in: Hi (your name), Application access keys, Create a keyset for Production.",
      fields: {
        marketplace_id: "Where you sell: `EBAY_FR`, `EBAY_DE`, `EBAY_GB`, `EBAY_US` …",
        client_id: "Application access keys, Production: App ID (Client ID).",
        client_secret: "In the same place: Cert ID (Client Secret).",
        refresh_token:
          "Beside the App ID click User Tokens, add a redirect address, and let your seller account agree to the scopes `sell.inventory`, `sell.account.readonly` and `api_scope` by OAuth. The account needs business policies (payment, postage, returns) and an inventory location. The refresh token that the last step shows. Not needed with `ru_name`.",
        ru_name:
          "In place of a refresh token: User Tokens, Get a Token from eBay via Your Application, Add eBay Redirect URL; its Auth Accepted URL is this service's address with `/api/v1/connectors/oauth/callback`. The RuName that is shown. Then `POST /api/v1/connectors/{connector_id}/consent` answers the page at which you agree.",
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
          "À côté de l'App ID, cliquez sur User Tokens, ajoutez une adresse de redirection et faites accepter les portées `sell.inventory`, `sell.account.readonly` et `api_scope` à votre compte vendeur par OAuth. Le compte a besoin de règlements d'affaires (paiement, livraison, retours) et d'un lieu de stock. Le jeton d'actualisation (refresh token) que montre la dernière étape. Inutile avec `ru_name`.",
        ru_name:
          "À la place d'un jeton d'actualisation : User Tokens, Get a Token from eBay via Your Application, Add eBay Redirect URL ; son Auth Accepted URL est l'adresse de ce service avec `/api/v1/connectors/oauth/callback`. Le RuName affiché. Puis `POST /api/v1/connectors/{connector_id}/consent` répond la page où vous donnez votre accord.",
      },
    },
  },
});
