/** Texts that are made or read when somebody asks for them, and a word of each. */
const DOCUMENTATION = {
  "/docs": "Where to start",
  "/docs/api": "swagger-ui-bundle.js",
  "/docs/api/catalog.json": "3.0.3",
  "/docs/swagger-ui.css": ".swagger-ui",
  "/docs/guide": "<h1",
  "/docs/install?language=fr": "Installer catalogd",
  "/docs/connectors/shopify.md": "# Shopify",
  "/docs/search?q=nginx": "behind-a-proxy",
  "/llms.txt": "/docs/guide.md",
  "/docs/errors": 'id="NOT_FOUND"',
  "/docs/client.ts": "export class CatalogdError extends Error",
};

/** The pages of the documentation that are not as they should be, or load something from elsewhere. */
export async function wrongPages(url: string): Promise<string> {
  const wrong: string[] = [];
  for (const [path, word] of Object.entries(DOCUMENTATION)) {
    const page = await fetch(`${url}${path}`, { headers: { accept: "text/html" } });
    const text = await page.text();
    const isOwn = !/(?:src|rel="stylesheet" href)="https?:/.test(text);
    if (page.status !== 200 || !text.includes(word) || !isOwn) wrong.push(path);
  }
  return wrong.join(", ");
}
