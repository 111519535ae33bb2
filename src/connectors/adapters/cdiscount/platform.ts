import { definePlatform } from "../../engine/define-platform.ts";
import { limits } from "./octopia-limits.ts";

export const cdiscount = definePlatform({
  id: "cdiscount",
  name: "Cdiscount (Octopia)",
  tier: 3,
  category: "marketplace",
  authType: "oauth2",
  description: {
    en: "Cdiscount and Octopia's marketplaces, by the Octopia API.",
    fr: "Cdiscount et les places de marché d'Octopia, par l'API Octopia.",
  },
  capabilities: ["push_products", "push_stock", "push_prices", "push_images", "push_categories"],
  credentials: {
    seller_id: { isRequired: true },
    client_id: { isRequired: true },
    client_secret: { isRequired: true, isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).cdiscount,
  hasVariantOffers: true,
  fields: {
    ean: "gtin",
    reference: "sellerProductReference",
    name: "title",
    description: "description",
    price: "price",
    compare_at_price: "price.originPrice",
    stock: "quantity",
    brand: "brand",
    category: "categoryCode",
    images: "sellerPictureUrls",
    variants: "variantGroupReference",
    attributes: "attributes",
  },
  ownFields: ["deliveryModes.", "offer.preparationTime", "taxes.Ecotax", "taxes.Deatax"],
  prices: { tax: "included" },
  limits,
  guide: {
    en: {
      where:
        "On developer.octopia-io.net: API Credentials Management, Get Access. Choose that you use an aggregator which needs a client ID, a client secret and the seller ID, pick a name, and sign in with your seller account to grant access to it.",
      fields: {
        seller_id: "Shown in the last step; also in the seller zone, Settings.",
        client_id: "The name that you picked: 8 to 80 characters.",
        client_secret: "Shown when the client ID has been made: note it down.",
      },
    },
    fr: {
      where:
        "Sur developer.octopia-io.net : API Credentials Management, Get Access. Choisissez un agrégateur qui demande un client ID, un client secret et le seller ID, prenez un nom, et connectez-vous avec votre compte vendeur pour lui donner accès.",
      fields: {
        seller_id: "Affiché à la dernière étape ; aussi dans l'espace vendeur, Paramètres.",
        client_id: "Le nom que vous avez choisi : 8 à 80 caractères.",
        client_secret: "Affiché une fois le client ID créé : notez-le.",
      },
    },
  },
});
