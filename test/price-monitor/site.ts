import { openWebServer } from "../doubles/web-server.ts";
import { clock } from "../harness.ts";
import { scrapedTenant, seen } from "./scraper.ts";

export const pageOf = (price: string, ean = "") =>
  `<script type="application/ld+json">{"@type":"Product","gtin13":"${ean}","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`;

/** A tenant with a site of a competitor, of which pages for products are known. */
export async function givenSite() {
  const tenant = await scrapedTenant();
  const web = await openWebServer();
  /** A product that was seen on pages of the site, by shop, for 20. */
  const sell = async (ean: string, urls: Record<string, string>, fields: object = {}) => {
    const { body } = await tenant.post("/products", {
      name: "Lamp",
      barcode: ean,
      reference: `R-${ean}`,
      price: 20,
      ...fields,
    });
    for (const [shop, url] of Object.entries(urls)) {
      await tenant.observe(seen(ean, body.price ?? 20, { competitor_name: shop, competitor_url: url }));
    }
    clock.nowMs += 61_000;
    return String(body.id);
  };
  return { tenant, web, sell, at: (path: string, host = "receiver.test") => `https://${host}:${web.port}${path}` };
}
