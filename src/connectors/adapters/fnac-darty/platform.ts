import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";

export const fnacDarty = definePlatform({
  id: "fnac_darty",
  name: "Fnac Darty",
  tier: 3,
  category: "marketplace",
  authType: "api_key",
  description: {
    en: "Fnac and Darty, by the marketplace's XML API.",
    fr: "Fnac et Darty, par l'API XML de la place de marché.",
  },
  capabilities: BOTH_WAYS,
  credentials: {
    partner_id: { isRequired: true },
    shop_id: { isRequired: true },
    api_key: { isRequired: true, isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).fnacDarty,
  hasVariantOffers: true,
  fields: {
    ean: "product_reference",
    reference: "offer_reference",
    price: "price",
    compare_at_price: "instead_of_price",
    stock: "quantity",
    variants: "offer",
  },
  prices: { tax: "included" },
  guide: {
    en: {
      where:
        "The API is part of the seller's subscription, but the marketplace opens it: ask by the contact form for sellers of Fnac.com or Darty.com, or your account manager, for access to the offers API. It takes two or three days.",
      fields: {
        partner_id: "In the answer: Partner ID.",
        shop_id: "In the answer: Shop ID. Darty has one of its own.",
        api_key: "In the answer: Key, for production.",
      },
    },
    fr: {
      where:
        "L'API fait partie de l'abonnement vendeur, mais c'est la place de marché qui l'ouvre : demandez l'accès à l'API des offres par le formulaire de contact des vendeurs de Fnac.com ou de Darty.com, ou à votre chargé de compte. Comptez deux à trois jours.",
      fields: {
        partner_id: "Dans la réponse : Partner ID.",
        shop_id: "Dans la réponse : Shop ID. Darty a le sien.",
        api_key: "Dans la réponse : Key (clé), pour la production.",
      },
    },
  },
});
