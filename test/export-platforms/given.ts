import { expect } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { PASSWORD, USER } from "../remote-files/file-servers.ts";

/** What a platform needs to reach a server of the tests over FTP. */
export const ftpConfig = (port: number, more: object = {}) => ({
  host: "r1.receiver.test",
  port,
  username: USER,
  password: PASSWORD,
  ...more,
});

/** A tenant with products and a platform over FTP. */
export async function givenPlatform(
  port: number,
  products: Parameters<typeof addProducts.run>[1],
  given: Record<string, unknown> = {},
) {
  const tenant = await newTenant();
  const ids = (await services.write(addProducts, tenant.id, products)).map(String);
  const created = await tenant.post("/exports/platforms", {
    name: "Partner",
    platform_type: "ftp",
    config: ftpConfig(port),
    is_active: true,
    rate_limit_per_second: 100,
    ...given,
  });
  expect(created.status).toBe(201);
  const platformId = String(created.body.id);
  const at = `/exports/platforms/${platformId}`;
  const bulk = async (product_ids: string[] = ids, job_metadata?: object) => {
    const { body, status } = await tenant.post(`${at}/bulk-export`, {
      product_ids,
      ...(job_metadata && { job_metadata }),
    });
    expect(status).toBe(202);
    return body;
  };
  const jobOf = async (id: string) => (await tenant.get(`/exports/jobs/${id}`)).body;
  return { tenant, ids, platformId, at, bulk, jobOf };
}
