import type { Language } from "../http/output/messages.ts";
import { WEBHOOK_KEYS } from "./credentials.ts";
import { type Platform, platformBody } from "./platforms.ts";

/** Where a shop owner finds the credentials of a platform. */
const WHERE: Readonly<Record<string, Record<Language, string>>> = {
  shopify: {
    en: "In the shop's administration: Settings, Apps and sales channels, Develop apps. Create an app, give it `write_products`, `write_inventory` and `read_locations`, install it, and copy the Admin API access token.",
    fr: "Dans l'administration de la boutique : Paramètres, Applications et canaux de vente, Développer des applications. Créez une application, accordez-lui `write_products`, `write_inventory` et `read_locations`, installez-la et copiez le jeton d'accès à l'API Admin.",
  },
  woocommerce: {
    en: "In WordPress: WooCommerce, Settings, Advanced, REST API, Add key, with Read/Write. Copy the consumer key and secret.",
    fr: "Dans WordPress : WooCommerce, Réglages, Avancé, API REST, Ajouter une clé, en Lecture/Écriture. Copiez la clé et le secret client.",
  },
  prestashop: {
    en: "In the back office: Advanced Parameters, Webservice. Enable it, add a key with GET, POST, PUT and PATCH on products and stock_availables.",
    fr: "Dans le back-office : Paramètres avancés, Webservice. Activez-le, ajoutez une clé avec GET, POST, PUT et PATCH sur products et stock_availables.",
  },
  magento: {
    en: "In the administration: System, Integrations, Add New Integration. Give it Catalog and Stores, activate it, and copy the access token.",
    fr: "Dans l'administration : Système, Intégrations, Ajouter une intégration. Accordez Catalogue et Boutiques, activez-la et copiez le jeton d'accès.",
  },
  bigcommerce: {
    en: "In the control panel: Settings, Store-level API accounts, Create API account, with Products: modify. The store hash is in the API path.",
    fr: "Dans le panneau : Paramètres, Comptes API, Créer un compte API, avec Produits : modifier. Le « store hash » est dans le chemin de l'API.",
  },
  shopware: {
    en: "In the administration: Settings, System, Integrations, Add integration. Copy the access key id and the secret access key.",
    fr: "Dans l'administration : Paramètres, Système, Intégrations, Ajouter. Copiez l'identifiant et la clé secrète.",
  },
};
const ELSEWHERE: Record<Language, string> = {
  en: "In the seller's account of the platform, under API or developer access.",
  fr: "Dans le compte vendeur de la plateforme, sous API ou accès développeur.",
};

const TEXTS: Record<Language, Record<string, string>> = {
  en: {
    title: "Connect {name}",
    credentials: "Credentials",
    required: "required",
    secret: "stored encrypted, never shown again",
    steps: "Steps",
    create:
      'Create the connector: `POST /api/v1/connectors/` with `platform_id` "{id}", a `name` and the `credentials`.',
    test: "Try it: `POST /api/v1/connectors/{connector_id}/test`. Its status becomes `active`.",
    push: "Send the catalog: `POST /api/v1/connectors/{connector_id}/sync/push-products`; follow it at `GET /api/v1/connectors/{connector_id}/jobs`.",
    webhooks: "Webhooks",
    webhook:
      "Let the platform send its webhooks to `{path}`, and set `{key}` to what signs them. A delivery that comes twice within a day has one effect.",
  },
  fr: {
    title: "Connecter {name}",
    credentials: "Identifiants",
    required: "obligatoire",
    secret: "conservé chiffré, jamais montré à nouveau",
    steps: "Étapes",
    create:
      "Créez le connecteur : `POST /api/v1/connectors/` avec `platform_id` « {id} », un `name` et les `credentials`.",
    test: "Essayez-le : `POST /api/v1/connectors/{connector_id}/test`. Son statut devient `active`.",
    push: "Envoyez le catalogue : `POST /api/v1/connectors/{connector_id}/sync/push-products` ; suivez-le par `GET /api/v1/connectors/{connector_id}/jobs`.",
    webhooks: "Webhooks",
    webhook:
      "Faites envoyer les webhooks de la plateforme à `{path}`, et renseignez `{key}` avec ce qui les signe. Une livraison reçue deux fois en un jour n'a qu'un effet.",
  },
};

function markdownOf(platform: Platform, language: Language): string {
  const { id, name, description, credentials } = platform;
  const text = TEXTS[language];
  const say = (key: string) => (text[key] ?? "").replaceAll("{name}", name).replaceAll("{id}", id);
  const path = platformBody(platform).webhook_path;
  const fields = Object.entries(credentials).map(([field, { isRequired, isSecret }]) => {
    const marks = [isRequired ? text["required"] : "", isSecret ? text["secret"] : ""].filter(Boolean).join(", ");
    return `- \`${field}\`${marks === "" ? "" : ` (${marks})`}`;
  });
  const webhook = say("webhook")
    .replace("{path}", path)
    .replace("{key}", WEBHOOK_KEYS[id] ?? "");
  return [
    `# ${say("title")}`,
    description,
    `## ${say("credentials")}`,
    (WHERE[id] ?? ELSEWHERE)[language],
    fields.join("\n"),
    `## ${say("steps")}`,
    [say("create"), say("test"), say("push")].map((step, index) => `${index + 1}. ${step}`).join("\n"),
    ...(path === "" ? [] : [`## ${say("webhooks")}`, webhook]),
  ].join("\n\n");
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const inline = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** The few constructs that our guides use. */
const htmlOf = (markdown: string): string =>
  markdown
    .split("\n\n")
    .map((block) => {
      const [, marks, heading = ""] = /^(#+) (.*)$/.exec(block) ?? [];
      if (marks) return `<h${marks.length}>${inline(heading)}</h${marks.length}>`;
      const items = block.split("\n").map((line) => `<li>${inline(line.replace(/^(?:- |\d+\. )/, ""))}</li>`);
      if (/^- /.test(block)) return `<ul>${items.join("")}</ul>`;
      return /^\d+\. /.test(block) ? `<ol>${items.join("")}</ol>` : `<p>${inline(block)}</p>`;
    })
    .join("\n");

/** How to connect a platform, for the owner of a shop. */
export function guideOf(platform: Platform, format: "markdown" | "html", language: Language) {
  const markdown = markdownOf(platform, language);
  const title = (TEXTS[language]["title"] ?? "").replace("{name}", platform.name);
  return { platform_id: platform.id, format, title, content: format === "html" ? htmlOf(markdown) : markdown };
}
