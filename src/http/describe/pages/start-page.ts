import type { Language } from "../../output/messages.ts";
import { API_DESCRIPTION, API_DESCRIPTION_FR } from "../api-description.ts";
import { AUDIENCES } from "../documents/audiences.ts";
import { SAMPLE_ORIGIN } from "./document-text.ts";
import { pageHtml } from "./frame.ts";
import { renderMarkdown } from "./markdown.ts";
import type { ServedDocument } from "./served-document.ts";
import { LISTED_DOCUMENTS } from "./served-documents.ts";

type Card = readonly [address: string, name: string, text: string];

const ENGLISH = {
  title: "Documentation",
  heading: "Product information management over HTTP",
  lead: "Import supplier files, match them to your products, and serve the catalog to shops, partners and ERPs.",
  begin: "Where to start",
  steps: [
    `Open the <a href="/docs/api">API reference</a>, press <strong>Authorize</strong> and sign in with your e-mail address and
password, or with an API key.`,
    "Open an operation, press <strong>Try it out</strong>, then <strong>Execute</strong>.",
    "From a program, send the key in the header <code>X-API-Key</code>:",
  ],
  address: "the address of this service",
  key: "an API key; the first start makes one",
  reference: "Reference",
  cards: [
    [
      "/docs/api",
      "API reference",
      "Every operation, to read and to try: sign in with your e-mail address, and execute.",
    ],
    ["/docs/errors", "Errors", "What each error code means, and what to do about it."],
    ["/docs/client.ts", "TypeScript client", "One file without dependencies, made for this very version."],
    ["/api/v1/openapi.json", "OpenAPI document", "OpenAPI 3.1, for generators and other tools."],
    ["/health", "Health", "Whether the service is up, and how far search and webhooks are behind."],
    ["/llms.txt", "llms.txt", "Where programs that read find each of these pages as Markdown."],
  ] as readonly Card[],
  integrators: "For integrators",
  operators: "For operators",
  parts: "Parts of the API",
  conventions: "What holds for every call",
};
const FRENCH: typeof ENGLISH = {
  title: "Documentation",
  heading: "La gestion des informations produit par HTTP",
  lead: "Importer les fichiers des fournisseurs, les rapprocher de vos produits, et donner le catalogue aux boutiques, aux partenaires et aux ERP.",
  begin: "Par où commencer",
  steps: [
    `Ouvrez la <a href="/docs/api">référence de l'API</a>, cliquez sur <strong>Authorize</strong> et connectez-vous avec votre adresse
e-mail et votre mot de passe, ou avec une clé d'API.`,
    "Ouvrez une opération, cliquez sur <strong>Try it out</strong>, puis sur <strong>Execute</strong>.",
    "Depuis un programme, envoyez la clé dans l'en-tête <code>X-API-Key</code> :",
  ],
  address: "l'adresse de ce service",
  key: "une clé d'API ; le premier démarrage en fait une",
  reference: "Référence",
  cards: [
    ["/docs/api", "Référence de l'API", "Chaque opération, à lire et à essayer (en anglais)."],
    ["/docs/errors", "Erreurs", "Ce que veut dire chaque code d'erreur, et que faire."],
    ["/docs/client.ts", "Client TypeScript", "Un seul fichier sans dépendances, fait pour cette version même."],
    ["/api/v1/openapi.json", "Document OpenAPI", "OpenAPI 3.1, pour les générateurs et autres outils."],
    ["/health", "Santé", "Si le service marche, et le retard de la recherche et des webhooks."],
    ["/llms.txt", "llms.txt", "Où les programmes qui lisent trouvent chacune de ces pages en Markdown."],
  ],
  integrators: "Pour les intégrateurs",
  operators: "Pour les exploitants",
  parts: "Parties de l'API",
  conventions: "Ce qui vaut pour chaque appel",
};

const card = ([address, name, text]: Card) => `<li><a href="${address}">${name}</a><p class="soft">${text}</p></li>`;
const cards = (all: readonly Card[]) => `<ul class="cards">\n${all.map(card).join("\n")}\n</ul>`;
const cardsOf = (readers: ServedDocument["readers"], language: Language) =>
  cards(
    LISTED_DOCUMENTS.filter((each) => each.readers === readers).map(
      ({ id, title, about }) => [`/docs/${id}`, title[language], about[language]] as const,
    ),
  );

/** `/docs`: where everything is, and how to begin. */
export async function startPage(language: Language): Promise<string> {
  const words = language === "fr" ? FRENCH : ENGLISH;
  const parts = AUDIENCES.map(({ id, title }) => `<a href="/docs/api?part=${id}">${title}</a>`);
  return pageHtml({
    title: words.title,
    path: "/docs",
    language,
    other: language === "fr" ? "en" : "fr",
    body: `<main class="page">
<h1>${words.heading}</h1>
<p>${words.lead}</p>
<h2>${words.begin}</h2>
<ol>
${words.steps.map((step) => `<li>${step}</li>`).join("\n")}
</ol>
<pre><code>URL=${SAMPLE_ORIGIN}/api/v1      # ${words.address}
KEY=pm_live_...                       # ${words.key}

curl -H "X-API-Key: $KEY" "$URL/products?per_page=5"
curl -H "X-API-Key: $KEY" "$URL/search/products?q=saw"</code></pre>
<h2>${words.reference}</h2>
${cards(words.cards)}
<h2>${words.integrators}</h2>
${cardsOf("integrators", language)}
<h2>${words.operators}</h2>
${cardsOf("operators", language)}
<h2>${words.parts}</h2>
<p>${parts.join(" · ")}</p>
<h2 id="conventions">${words.conventions}</h2>
${await renderMarkdown(language === "fr" ? API_DESCRIPTION_FR : API_DESCRIPTION)}
</main>`,
  });
}
