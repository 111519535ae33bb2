import { expect, test } from "bun:test";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { brandsOf } from "../../src/reference/brands/import-from-erp.ts";
import { newTenant, runJobs } from "../harness.ts";
import { RECEIVER } from "../outbound/certificates.ts";

test("D1-154 without an ERP it is refused", async () => {
  const { post } = await newTenant();
  const { status, body } = await post("/brands/import-from-erp");
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ error_code: "ERP_NOT_CONFIGURED", details: { dependency: "erp" } });
});

test("S8.11 the brands of the ERP are made, once", async () => {
  const requests: (string | undefined)[] = [];
  const server = https.createServer(RECEIVER, ({ url, headers }, response) => {
    requests.push(`${url} ${headers.authorization}`);
    response.end(JSON.stringify({ items: [{ id: 7, name: "Opinel" }, "Laguiole", { name: "" }, "OPINEL"] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  const tenant = await newTenant();
  const setting = { enabled: true, base_url: `https://receiver.test:${port}/v1/`, api_key: "erp-key-123" };
  expect((await tenant.admin.put("/settings/erp", setting)).status).toBe(200);
  const { status, body } = await tenant.post("/brands/import-from-erp");
  expect([status, body.status]).toEqual([202, "processing"]);
  await runJobs();
  await tenant.post("/brands/import-from-erp");
  await runJobs();
  expect(requests[0]).toBe("/v1/brands Bearer erp-key-123");
  const { items } = (await tenant.get("/brands?sort_by=name")).body;
  expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Laguiole", "Opinel"]);
  expect(items.find(({ name }: { name: string }) => name === "Opinel").external_id).toBe("7");
});

test.each([[null], [{}], ["text"], [[1, {}, { name: [] }]]])("an answer of %j names no brands", (answer) => {
  expect(brandsOf(answer)).toEqual([]);
});
