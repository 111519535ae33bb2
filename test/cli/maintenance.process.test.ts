import { expect, setDefaultTimeout, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

setDefaultTimeout(60_000);

test("S8.10 D1-157 a service under maintenance starts, says so to all, and shows its health and description", async () => {
  const { url, kill } = await startService({ folder: temporaryFolder(), env: { CATALOGD_MAINTENANCE: "1" } });
  const request = async (path: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { "accept-language": "fr" } });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return { status: response.status, wait: response.headers.get("retry-after"), body: (await response.json()) as any };
  };

  const [products, ext, appsync] = [
    await request("/products"),
    await request("/ext/products"),
    await request("/appsync/status"),
  ];
  const open = [await request("/health"), await request("/openapi-public.json")];

  for (const { status, wait } of [products, ext, appsync]) expect([status, wait]).toEqual([503, "300"]);
  expect(products.body.error).toMatchObject({ error_code: "SYSTEM_SERVICE_UNAVAILABLE", type: "http_error" });
  expect(ext.body).toMatchObject({ success: false, data: null });
  expect(ext.body.errors[0]).toStartWith("SYSTEM_SERVICE_UNAVAILABLE: ");
  expect(appsync.body).toMatchObject({ success: false, code: 503, data: null, count: 0 });
  expect(open.map(({ status }) => status)).toEqual([200, 200]);
  expect(await kill("SIGTERM")).toBe(0);
});
