import { AUDIENCES } from "../documents/audiences.ts";
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
<p class="said" id="said" role="status"></p>
<div id="ui"></div>
<noscript><main class="page"><p>This page needs JavaScript. The whole API is described in <a href="/api/v1/openapi.json">one OpenAPI document</a>.</p></main></noscript>
<script src="/docs/swagger-ui-bundle.js?v=${version}"></script>
<script type="module" src="/docs/start.js"></script>`,
  });

/** Hides what Swagger UI shows of the password flow, which does not exist here: a client's id and secret, and scopes. */
export const API_CSS = `.swagger-ui .auth-container :is(.scope-def, .flow,
  .wrapper:has(> section > :is(#password_type, #client_id_password, #client_secret_password))) { display: none; }
.said { max-width: 1460px; margin: 0.5rem auto; padding: 0 20px; min-height: 1.3em; }
.swagger-ui .folded {
  padding: 0; border: 0; background: none; color: inherit; font: inherit; font-size: 12px; text-align: left; cursor: pointer;
}
.swagger-ui .folded::before { content: "+ "; font-weight: 700; }
.swagger-ui .parameters tr:has(> td > .folded) > td, .swagger-ui .responses-table tr:has(> td > .folded) > td { padding: 2px 0; }
.swagger-ui .opblock-external-docs-wrapper { display: flex; gap: .6rem; align-items: baseline; padding-top: 0; padding-bottom: .5rem; }
.swagger-ui .opblock-external-docs-wrapper > h4 { display: none; }
.swagger-ui .opblock-external-docs { padding: 0; }
.swagger-ui .opblock-body .highlight-code > .microlight, .swagger-ui .opblock-body pre.microlight { max-height: 240px; }
.swagger-ui .opblock .opblock-section-header { min-height: 0; padding: 4px 20px; }
.swagger-ui .info { margin: 1.2rem 0; }
`;
