import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";

export const mirakl = definePlatform({
  id: "mirakl",
  name: "Mirakl (multi-operator)",
  tier: 3,
  category: "marketplace",
  authType: "api_key",
  description: {
    en: "Marketplaces that run on Mirakl, by the seller API.",
    fr: "Les places de marché qui fonctionnent avec Mirakl, par l'API vendeur.",
  },
  capabilities: [...BOTH_WAYS, "push_images", "push_categories"],
  hasOrders: true,
  credentials: {
    base_url: { isRequired: true },
    api_key: { isRequired: true, isSecret: true },
    shop_id: {},
  },
  adapter: async () => (await import("./adapter.ts")).mirakl,
  hasVariantOffers: true,
  prices: { saysTax: true },
  fields: {
    ean: "ean",
    reference: "sku",
    name: "title",
    description: "description",
    price: "price",
    compare_at_price: "price, discount-price",
    stock: "quantity",
    brand: "brand",
    category: "category",
    images: "image",
    variants: "variant_group_code",
    attributes: "attributes",
  },
  ownFields: ["offers."],
  guide: {
    en: {
      where:
        "In the back office of the marketplace that you sell on: click your user name at the top, then My user settings, API key.",
      fields: {
        base_url: "The address of that back office up to its first `/`, such as `https://marketplace.example.com`.",
        api_key: "Click Generate a new key and copy it. A new key ends the one before.",
        shop_id: "My account, Shop: the id. Needed only if your user has several shops.",
      },
    },
    fr: {
      where:
        "Dans le back-office de la place de marché où vous vendez : cliquez sur votre nom en haut, puis Mes paramètres utilisateur, Clé API.",
      fields: {
        base_url: "L'adresse de ce back-office jusqu'à son premier `/`, comme `https://marketplace.example.com`.",
        api_key: "Cliquez sur Générer une nouvelle clé et copiez-la. Une nouvelle clé met fin à la précédente.",
        shop_id: "Mon compte, Boutique : l'identifiant. Utile seulement si votre utilisateur a plusieurs boutiques.",
      },
    },
  },
});
