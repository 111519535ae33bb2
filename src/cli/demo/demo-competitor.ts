import { serveOnLoopback } from "./loopback.ts";

const FIRST_CENTS = 4_190;
const STEP_CENTS = 250;

/** A product page as shops write it, with its price in JSON-LD. */
const pageOf = (ean: string, cents: number): string => {
  const offers = { "@type": "Offer", price: (cents / 100).toFixed(2), priceCurrency: "EUR", availability: "InStock" };
  const product = { "@context": "https://schema.org", "@type": "Product", gtin13: ean, offers };
  return `<!doctype html><title>Corner Shop</title><script type="application/ld+json">${JSON.stringify(product)}</script>`;
};

/**
 * Starts a small shop on loopback, so that the demo has a competitor without the internet: each visit finds a lower price.
 * Returns its address; `/p/{ean}` is a product. It ends with the process.
 */
export function startCompetitor(): Promise<string> {
  let visits = 0;
  return serveOnLoopback((request, response) => {
    const [, ean] = /^\/p\/(\d{8,14})$/.exec(request.url ?? "") ?? [];
    if (ean === undefined) return response.writeHead(404).end();
    const html = pageOf(ean, FIRST_CENTS - STEP_CENTS * visits++);
    return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
}
