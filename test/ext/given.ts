import type { Answer } from "../harness.ts";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";

/** A fresh tenant with these products, made through the API. Each gets an EAN unless it states one. */
export async function givenExt(...products: Record<string, unknown>[]) {
  const tenant = await newTenant();
  const items = products.map((product, index) => ({ ean: newEan(), name: `Product ${index}`, ...product }));
  for (const item of items) await tenant.post("/ext/products", item);
  return { tenant, items, eans: items.map(({ ean }) => ean), ean: items[0]?.ean ?? "" };
}

/** What must hold of every error of this API. */
export const refusal = ({ status, body }: Answer): [number, string] => {
  const { success, data, meta, errors } = body;
  const whole = success === false && data === null && meta.total === 0 && Array.isArray(errors);
  return [status, whole ? String(errors[0]).split(":").slice(0, 2).join(":") : JSON.stringify(body)];
};

/** A value for each field but EAN, name and states. */
export const FIELDS = {
  brand_name: "Acme",
  description: "<p>Long</p>",
  short_description: "Short",
  reference: "REF-1",
  supplier_code: "SUP",
  asin: "B00ABC",
  upc: "012345678905",
  gtin: "4006381333931",
  weight: 1.5,
  width: 10,
  height: 20,
  depth: 30,
  unit_of_measure: "pack",
  external_id: "x-1",
  url_slug: "slug",
};
