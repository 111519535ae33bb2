import { AUDIENCES } from "../audiences.ts";
import { pageHtml } from "./frame.ts";

const PARTS = AUDIENCES.map(({ id, title }) => `<a href="/docs/api?part=${id}" data-part="${id}">${title}</a>`);

/** `/docs/api`: Swagger UI over one part of the description at a time. `version` is that of Swagger UI. */
export const apiPage = (version: string): string =>
  pageHtml({
    title: "API",
    path: "/docs/api",
    head: `<link rel="stylesheet" href="/docs/swagger-ui.css?v=${version}">
<link rel="stylesheet" href="/docs/api.css">
`,
    body: `<nav class="parts" aria-label="Parts of the API">${PARTS.join(" ")}</nav>
<div id="ui"></div>
<noscript><main class="page"><p>This page needs JavaScript. The whole API is described in <a href="/api/v1/openapi.json">one OpenAPI document</a>.</p></main></noscript>
<script src="/docs/swagger-ui-bundle.js?v=${version}"></script>
<script src="/docs/start.js"></script>`,
  });

/** Hides what Swagger UI shows of the password flow and nobody has here: a client's id and secret, and scopes. */
export const API_CSS = `.swagger-ui .auth-container :is(.scope-def, .flow,
  .wrapper:has(> section > :is(#password_type, #client_id_password, #client_secret_password))) { display: none; }
.swagger-ui .info { margin: 1.2rem 0; }
`;

/** Starts Swagger UI. Cookies are neither sent nor kept: who signed in is forgotten with the page. */
export const START_SCRIPT = `const links = [...document.querySelectorAll("[data-part]")];
const addressOf = (part) => "/docs/api/" + part + ".json";
function wantedPart() {
  const wanted = new URLSearchParams(location.search).get("part");
  const link = links.find(({ dataset }) => dataset.part === wanted) ?? links[0];
  for (const each of links) {
    if (each === link) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  return link.dataset.part;
}
const dark = matchMedia("(prefers-color-scheme: dark)");
const followSystem = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followSystem);
followSystem();

let shown = wantedPart();
window.ui = SwaggerUIBundle({
  url: addressOf(shown),
  dom_id: "#ui",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  displayRequestDuration: true,
  validatorUrl: null,
  requestInterceptor: (request) => Object.assign(request, { credentials: "omit" }),
});
function showPart() {
  const part = wantedPart();
  if (part === shown) return;
  shown = part;
  ui.specActions.updateUrl(addressOf(part));
  ui.specActions.download(addressOf(part));
}
for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    showPart();
  });
}
addEventListener("popstate", showPart);
`;
