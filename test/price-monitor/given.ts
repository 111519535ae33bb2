import { newEan } from "../products/given.ts";
import { scrapedTenant } from "./scraper.ts";

/** A tenant with a scraper's key and a product that costs 20. */
export async function withProduct(fields: object = {}) {
  const tenant = await scrapedTenant();
  const ean = newEan();
  const { id } = (
    await tenant.post("/products", { name: "Pen", barcode: ean, reference: `PEN-${ean}`, price: 20, ...fields })
  ).body;
  return { tenant, id, ean, sku: `PEN-${ean}` };
}
