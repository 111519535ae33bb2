import { BOTH_WAYS, definePlatform } from "../../engine/define-platform.ts";

export const manomano = definePlatform({
  id: "manomano",
  name: "ManoMano",
  tier: 3,
  category: "marketplace",
  authType: "api_key",
  description: {
    en: "ManoMano's marketplaces, by the partner API.",
    fr: "Les places de marché de ManoMano, par l'API partenaire.",
  },
  capabilities: BOTH_WAYS,
  credentials: {
    seller_contract_id: { isRequired: true },
    api_key: { isRequired: true, isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).manomano,
  hasVariantOffers: true,
  fields: {
    reference: "sku",
    price: "price",
    stock: "stock",
    variants: "offers",
  },
  prices: { tax: "included" },
  guide: {
    en: {
      where:
        "In the ManoMano toolbox choose the account of the country, then Parameters, Api Keys, Create API key. Type a name and click Generate API key.",
      fields: {
        seller_contract_id: "The number in the description of the key, on the same page; each country has its own.",
        api_key: "Copy it before you close the window: it is shown once.",
      },
    },
    fr: {
      where:
        "Dans la toolbox de ManoMano, choisissez le compte du pays, puis Paramètres, Clés API, Créer une clé API. Saisissez un nom et cliquez sur Générer la clé API.",
      fields: {
        seller_contract_id: "Le nombre dans la description de la clé, sur la même page ; chaque pays a le sien.",
        api_key: "Copiez-la avant de fermer la fenêtre : elle n'est montrée qu'une fois.",
      },
    },
  },
});
