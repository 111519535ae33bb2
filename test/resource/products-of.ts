import type { newTenant } from "../harness.ts";

/** A tenant's client, as the tests of reference data use it. */
export type Client = Awaited<ReturnType<typeof newTenant>>;

/** Makes products through the API; each gets the fields at its place. Returns their ids. */
export async function makeProducts(tenant: Client, ...fields: Record<string, unknown>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, each] of fields.entries()) {
    const { body } = await tenant.post("/products", { name: `Product ${index}`, ...each });
    ids.push(body.id);
  }
  return ids;
}

/** When a product last changed, as its readers see it. */
export const changedAt = async (tenant: Client, id: string): Promise<string> =>
  (await tenant.get(`/products/${id}`)).body.updated_at;

/** How many products one of these has, as its own page says. */
export const productCount = async (tenant: Client, path: string): Promise<number> =>
  (await tenant.get(path)).body.product_count;
