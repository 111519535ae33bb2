import { createHash } from "node:crypto";
import { Elysia } from "elysia";
import { AUDIENCES } from "../documents/audiences.ts";
import { topHtml } from "./frame.ts";
import { swaggerPolicy } from "./policies.ts";

const PATH = "/docs/api";
const PARTS = AUDIENCES.map(({ id, title }) => `<a href="${PATH}?part=${id}" data-part="${id}">${title}</a>`);
const [FIRST] = AUDIENCES;

const HEAD = `<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/page.css">
`;
const ABOVE = `${topHtml({ path: PATH, language: "en", links: [] })}
<nav class="parts" aria-label="Parts of the API">${PARTS.join(" ")}</nav>
<p class="said" id="said" role="status"></p>
<noscript><main class="page"><p>This page needs JavaScript. The whole API is described in <a href="/api/v1/openapi.json">one OpenAPI document</a>.</p></main></noscript>`;
/** Runs before the script of the plugin does, which waits for the whole page. */
const OURS = `<script type="module" src="/docs/start.js"></script>`;

/** A page of the plugin with one of its parts replaced. Throws for a version of the plugin that has no such part. */
function replaced(html: string, part: RegExp, by: string): string {
  if (!part.test(html)) throw new Error(`The page of @elysiajs/swagger has no ${part}`);
  return html.replace(part, () => by);
}

/**
 * `/docs/api`: the page of Elysia's plugin, which starts Swagger UI with these options, from our copy and below our header.
 * What options cannot say, functions, `start.js` adds. `version` is that of Swagger UI. With the policy that lets the
 * plugin's own script run, and no other.
 */
export async function apiPage(version: string): Promise<{ html: string; policy: string }> {
  const { swagger } = await import("@elysiajs/swagger");
  const made = new Elysia({ handler: { standardHostname: false } }).use(
    swagger({
      path: PATH,
      specPath: `${PATH}/${FIRST?.id}.json`,
      provider: "swagger-ui",
      version,
      theme: `/docs/swagger-ui.css?v=${version}`,
      autoDarkMode: false,
      documentation: {
        info: { title: "API · catalogd", version: "1", description: "Every operation, to be tried out" },
      },
      swaggerOptions: {
        deepLinking: true,
        docExpansion: "none",
        defaultModelsExpandDepth: -1,
        displayRequestDuration: true,
        validatorUrl: "none",
        // Colours of an answer as large as the whole description hold the page up for minutes.
        syntaxHighlight: false,
      },
    }),
  );
  const theirs = await (await made.handle(new Request(`http://localhost${PATH}`))).text();
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(theirs) ?? [];
  const headed = replaced(theirs, /(?=<link rel="stylesheet")/, HEAD);
  const styled = replaced(headed, /(?=<\/head>)/, `<link rel="stylesheet" href="/docs/api.css">\n`);
  const topped = replaced(styled, /<body>/, `<body>\n${ABOVE}`);
  const html = replaced(
    topped,
    /<script src="https:[^"]*swagger-ui-bundle\.js" crossorigin><\/script>/,
    `<script src="/docs/swagger-ui-bundle.js?v=${version}"></script>\n${OURS}`,
  );
  return { html, policy: swaggerPolicy(`'self' 'sha256-${createHash("sha256").update(script).digest("base64")}'`) };
}

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
