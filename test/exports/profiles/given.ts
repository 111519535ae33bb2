import { expect } from "bun:test";
import { type Answer, newTenant } from "../../harness.ts";
import { newEan } from "../../products/given.ts";
import { bytesAt, readRecords } from "../export-file.ts";

export type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** A shirt in two sizes with an English text, tags and attributes, and a pen that has little. */
export async function givenCatalog() {
  const tenant = await newTenant();
  const make = async (body: object) => String((await made(tenant.post("/products", body))).id);
  const brand = (await made(tenant.post("/brands", { name: "Acme" }))).id;
  const shirt = await make({
    ...{ name: "Chemise", description: "<p>Coton &amp; lin</p>", reference: "SH", price: 20, brand_id: brand },
    ...{ attributes: { fabric: "cotton", Fit: "slim" }, barcode: newEan(), weight: 0.25 },
  });
  const pen = await make({ name: "Stylo", reference: "PEN", price: 2.5 });
  await made(tenant.put(`/products/${shirt}/content-variants/en`, { title: "Shirt" }));
  const tag = (await made(tenant.post("/product-tags", { name: "Summer" }))).id;
  await made(tenant.post(`/products/${shirt}/tags`, { tag_ids: [tag] }));
  for (const [size, price] of [
    ["S", null],
    ["M", 22],
  ] as const) {
    const options = { option_values: { Taille: size }, ...(price !== null && { price }) };
    await made(
      tenant.post(`/products/${shirt}/variants`, { sku: `SH-${size}`, stock: size === "S" ? 0 : 4, ...options }),
    );
  }
  return { tenant, shirt, pen };
}

/** The body of an answer that went well. */
export async function made(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect({ status, body: status < 300 ? {} : body }).toEqual({ status, body: {} });
  return body;
}

/** Makes a profile of these columns and streams it as CSV. */
export async function rowsBy(tenant: Tenant, profile: object): Promise<Record<string, string>[]> {
  const { id } = await made(tenant.post("/exports/profiles", { name: `Profile ${crypto.randomUUID()}`, ...profile }));
  const { bytes, response } = await bytesAt(tenant, `/exports/stream/csv/products?profile_id=${id}`);
  expect(response.status).toBe(200);
  return readRecords(bytes);
}
