import type { Language } from "../http/output/messages.ts";
import { escapedMarkup } from "../text/escaped.ts";
import type { Platform } from "./engine/define-platform.ts";
import { webhookPathOf } from "./engine/platforms.ts";

const TEXTS: Record<Language, Record<string, string>> = {
  en: {
    title: "Connect {name}",
    credentials: "Credentials",
    colon: ":",
    required: "required",
    secret: "stored encrypted, never shown again",
    steps: "Steps",
    create:
      'Create the connector: `POST /api/v1/connectors/` with `platform_id` "{id}", a `name` and the `credentials`.',
    test: "Try it: `POST /api/v1/connectors/{connector_id}/test`. Its status becomes `active`.",
    tax_said:
      'Where the test says `"price_tax": "excluded"`, or does not say it, set `price_tax` in `sync_options`: `excluded` where the shop keeps prices without tax, else `included`. No price is sent before.',
    tax_unsaid:
      "Say whether the shop keeps prices with tax, as its API does not: set `price_tax` in `sync_options` to `included` or `excluded`. No price is sent before.",
    push: "Send the catalog: `POST /api/v1/connectors/{connector_id}/sync/push-products`; follow it at `GET /api/v1/connectors/{connector_id}/jobs`.",
    lost: "A product that was deleted on the platform is made again when it is pushed; pushing only its stock or price removes the link. One whose SKU is on the platform already is linked and changed, not doubled; the job names it. {skip}",
    skip: 'With `"existing_products": "skip"` in `sync_options` such a product is left alone, with an error that names it.',
    webhooks: "Webhooks",
    register:
      "`POST /api/v1/connectors/{connector_id}/webhooks` registers them at the platform, with a secret that it makes; `GET` shows when the last one came. Or by hand:",
    webhook:
      "Let the platform send its webhooks to `{path}`, and set `{key}` to what signs them. `?connector=` and the connector's id after that address name the connector, where the shop sends from another address than the one given here. A delivery that comes twice within a day has one effect.",
  },
  fr: {
    title: "Connecter {name}",
    credentials: "Identifiants",
    colon: " :",
    required: "obligatoire",
    secret: "conservé chiffré, jamais montré à nouveau",
    steps: "Étapes",
    create:
      "Créez le connecteur : `POST /api/v1/connectors/` avec `platform_id` « {id} », un `name` et les `credentials`.",
    test: "Essayez-le : `POST /api/v1/connectors/{connector_id}/test`. Son statut devient `active`.",
    tax_said:
      'Si le test dit `"price_tax": "excluded"`, ou ne le dit pas, mettez `price_tax` dans `sync_options` : `excluded` si la boutique garde les prix HT, sinon `included`. Aucun prix ne part avant.',
    tax_unsaid:
      "Dites si la boutique garde les prix TTC, car son API ne le dit pas : mettez `price_tax` dans `sync_options` à `included` ou `excluded`. Aucun prix ne part avant.",
    push: "Envoyez le catalogue : `POST /api/v1/connectors/{connector_id}/sync/push-products` ; suivez-le par `GET /api/v1/connectors/{connector_id}/jobs`.",
    lost: "Un produit supprimé sur la plateforme est recréé quand il est envoyé ; n'envoyer que son stock ou son prix retire le lien. Un produit dont le SKU s'y trouve déjà est lié et modifié, pas doublé ; la tâche le nomme. {skip}",
    skip: 'Avec `"existing_products": "skip"` dans `sync_options`, un tel produit reste intact, avec une erreur qui le nomme.',
    webhooks: "Webhooks",
    register:
      "`POST /api/v1/connectors/{connector_id}/webhooks` les enregistre sur la plateforme, avec un secret qu'il crée ; `GET` montre quand le dernier est arrivé. Ou à la main :",
    webhook:
      "Faites envoyer les webhooks de la plateforme à `{path}`, et renseignez `{key}` avec ce qui les signe. `?connector=` suivi de l'identifiant du connecteur, à la fin de cette adresse, désigne le connecteur, si la boutique envoie depuis une autre adresse que celle indiquée ici. Une livraison reçue deux fois en un jour n'a qu'un effet.",
  },
};

function markdownOf(platform: Platform, language: Language): string {
  const { id, name, description, credentials, choices, isMarketplace, guide, webhook: sender, prices } = platform;
  const { fields: fieldsThere } = platform;
  const chosen = new Set(choices.flat());
  const text = TEXTS[language];
  const say = (key: string) => (text[key] ?? "").replaceAll("{name}", name).replaceAll("{id}", id);
  const path = webhookPathOf(platform);
  const isDecided = fieldsThere.price === undefined || prices?.tax !== undefined;
  const tax = isDecided ? [] : [say(prices?.saysTax ? "tax_said" : "tax_unsaid")];
  const hints = guide[language];
  const fields = Object.entries(credentials).map(([field, { isRequired, isSecret }]) => {
    const marks = [isRequired && !chosen.has(field) ? text["required"] : "", isSecret ? text["secret"] : ""]
      .filter(Boolean)
      .join(", ");
    return `- \`${field}\`${marks === "" ? "" : ` (${marks})`}${text["colon"]} ${hints.fields[field] ?? ""}`;
  });
  const webhook = say("webhook")
    .replace("{path}", path)
    .replace("{key}", sender?.key ?? "");
  return [
    `# ${say("title")}`,
    description[language],
    `## ${say("credentials")}`,
    hints.where,
    fields.join("\n"),
    `## ${say("steps")}`,
    [say("create"), say("test"), ...tax, say("push")].map((step, index) => `${index + 1}. ${step}`).join("\n"),
    say("lost")
      .replace("{skip}", isMarketplace ? "" : say("skip"))
      .trim(),
    ...(path === "" ? [] : [`## ${say("webhooks")}`, ...(sender?.registers ? [say("register")] : []), webhook]),
  ].join("\n\n");
}

const inline = (text: string) => escapedMarkup(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

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
