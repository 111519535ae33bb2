import { API_DESCRIPTION } from "../api-description.ts";
import { AUDIENCES } from "../documents/audiences.ts";
import { pageHtml } from "./frame.ts";
import { renderMarkdown } from "./markdown.ts";

const CARDS = [
  ["/docs/api", "API reference", "Every operation, to read and to try: sign in with your e-mail address, and execute."],
  ["/docs/guide", "Integrators' guide", "Keep another system in step with the catalog, command by command."],
  ["/docs/errors", "Errors", "What each error code means, and what to do about it."],
  ["/docs/client.ts", "TypeScript client", "One file without dependencies, made for this very version."],
  ["/api/v1/openapi.json", "OpenAPI document", "OpenAPI 3.1, for generators and other tools."],
  ["/health", "Health", "Whether the service is up, and how far search and webhooks are behind."],
] as const;

const FIRST_CALLS = `URL=http://localhost:3000/api/v1      # the address of this service
KEY=pm_live_...                       # an API key; the first start makes one

curl -H "X-API-Key: $KEY" "$URL/products?per_page=5"
curl -H "X-API-Key: $KEY" "$URL/search/products?q=saw"`;

/** `/docs`: where everything is, and how to begin. */
export async function startPage(): Promise<string> {
  const cards = CARDS.map(
    ([address, name, text]) => `<li><a href="${address}">${name}</a><p class="soft">${text}</p></li>`,
  );
  const parts = AUDIENCES.map(({ id, title }) => `<a href="/docs/api?part=${id}">${title}</a>`);
  return pageHtml({
    title: "Documentation",
    path: "/docs",
    body: `<main class="page">
<h1>Product information management over HTTP</h1>
<p>Import supplier files, match them to your products, and serve the catalog to shops, partners and ERPs.</p>
<h2>Where to start</h2>
<ol>
<li>Open the <a href="/docs/api">API reference</a>, press <strong>Authorize</strong> and sign in with your e-mail address and
password, or with an API key.</li>
<li>Open an operation, press <strong>Try it out</strong>, then <strong>Execute</strong>.</li>
<li>From a program, send the key in the header <code>X-API-Key</code>:</li>
</ol>
<pre><code>${FIRST_CALLS}</code></pre>
<h2>Everything here</h2>
<ul class="cards">
${cards.join("\n")}
</ul>
<h2>Parts of the API</h2>
<p>${parts.join(" · ")}</p>
<h2 id="conventions">What holds for every call</h2>
${await renderMarkdown(API_DESCRIPTION)}
</main>`,
  });
}
