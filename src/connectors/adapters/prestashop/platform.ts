import { Buffer } from "node:buffer";
import { CAPABILITIES, definePlatform } from "../../engine/define-platform.ts";
import { sends } from "../../inbound/webhook-signatures.ts";
import { limits } from "./presta-texts.ts";

/** `user:password` of Basic authentication. */
function pairOf(signature: string): string {
  const [, given = ""] = /^basic\s+(.+)$/i.exec(signature) ?? [];
  return Buffer.from(given, "base64").toString("utf8");
}

export const prestashop = definePlatform({
  id: "prestashop",
  name: "PrestaShop",
  tier: 1,
  category: "e-commerce",
  authType: "api_key",
  description: { en: "Self-hosted shops, by the webservice.", fr: "Boutiques auto-hébergées, par le webservice." },
  capabilities: CAPABILITIES,
  credentials: {
    shop_url: { isRequired: true },
    api_key: { isRequired: true, isSecret: true },
    language_id: { type: "integer" },
    webhook_username: {},
    webhook_password: { isSecret: true },
  },
  hasOrders: true,
  adapter: async () => (await import("./adapter.ts")).prestashop,
  hides: true,
  fields: {
    ean: "ean13",
    reference: "reference",
    name: "name",
    description: "description",
    short_description: "description_short",
    price: "price",
    compare_at_price: "price, specific_prices.reduction",
    stock: "stock_available.quantity",
    brand: "id_manufacturer",
    category: "id_category_default",
    tags: "associations.tags",
    weight: "weight",
    dimensions: "width, height, depth",
    seo_title: "meta_title",
    seo_description: "meta_description",
    slug: "link_rewrite",
    images: "images",
    variants: "combinations",
    attributes: "features",
  },
  prices: { tax: "excluded" },
  limits,
  guide: {
    en: {
      where:
        "In the back office: Advanced Parameters, Webservice. Set Enable PrestaShop's webservice to Yes, save, then Add new webservice key.",
      fields: {
        shop_url: "Shop Parameters, Traffic & SEO, Set shop URL: the domain with its folder, with `https://`.",
        api_key:
          "Click Generate, and tick GET, POST, PUT, PATCH and DELETE for `products`, `stock_availables`, `combinations`, `product_options`, `product_option_values`, `product_features`, `product_feature_values`, `categories`, `images`, `manufacturers`, `tags` and `specific_prices`, GET for `languages`, `currencies`, `taxes`, `tax_rules`, `tax_rule_groups`, `orders`, `order_details`, `order_slip` and `configurations`; set Status to Enabled.",
        language_id: "International, Localization, Languages: the number in the column ID. Without it 1.",
        webhook_username: "A user name of your choice; type it in the webhook module, too.",
        webhook_password: "A long password of your choice; type it in the webhook module, too.",
      },
    },
    fr: {
      where:
        "Dans le back-office : Paramètres avancés, Webservice. Mettez Activer le webservice à Oui, enregistrez, puis Ajouter une clé de webservice.",
      fields: {
        shop_url:
          "Paramètres de la boutique, Trafic et SEO, URL de la boutique : le domaine et son dossier, avec `https://`.",
        api_key:
          "Cliquez sur Générer, mettez Statut à Oui, et sous Permissions cochez GET, POST, PUT, PATCH et DELETE pour `products`, `stock_availables`, `combinations`, `product_options`, `product_option_values`, `product_features`, `product_feature_values`, `categories`, `images`, `manufacturers`, `tags` et `specific_prices`, GET pour `languages`, `currencies`, `taxes`, `tax_rules`, `tax_rule_groups`, `orders`, `order_details`, `order_slip` et `configurations`.",
        language_id: "International, Localisation, Langues : le nombre de la colonne ID. À défaut, 1.",
        webhook_username: "Un nom d'utilisateur de votre choix ; saisissez-le aussi dans le module de webhooks.",
        webhook_password: "Un long mot de passe de votre choix ; saisissez-le aussi dans le module de webhooks.",
      },
    },
  },
  webhook: {
    letter: "d",
    end: "push",
    key: "webhook_password",
    headers: { signature: ["authorization"], topic: [], delivery: ["x-prestashop-webhook-id"] },
    notConfigured: 401,
    ...sends({
      own: ({ webhook_username: user = "", webhook_password: password = "" }) =>
        password === "" ? "" : `${user}:${password}`,
      sent: pairOf,
    }),
    sentUser: (signature) => pairOf(signature).replace(/:.*$/s, ""),
  },
});
