import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { exportProducts } from "../exports/export-file.ts";
import { app, newTenant } from "../harness.ts";
import { importFile } from "../imports/import-client.ts";

const HOSTILE =
  '<base href="//evil"><meta http-equiv="refresh" content="0"><form action="//evil"><b onclick="x()">Oak</b></form>' +
  '<embed src="x"><link rel="stylesheet" href="//evil"><a href="data:text/html,x">a</a><a href="javascript:x">b</a>' +
  "<script>x</script><iframe src=x></iframe>";
const CLEAN = "<b>Oak</b><a>a</a><a>b</a>";

test("HTML is cleaned on every way in, and stays as written where it is clean", async () => {
  const tenant = await newTenant();
  const [first, second, third, stored] = ["3400949497294", "3400949497706", "4006381333931", "4006381333948"];
  const as = (name: string, ean?: string) => ({ name, ean, description: HOSTILE });

  expect((await tenant.post("/products", as("rest", first))).body.description).toBe(CLEAN);
  await tenant.post("/ext/products", as("ext", second));
  await tenant.post("/appsync/products/sync", [{ reference: "R1", ...as("appsync", third) }]);
  const plain = `<p class='x'>5 < 6 &amp; <br></p>`;
  await importFile(
    tenant,
    `ean,name,description\n${stored},file,"${plain}"\n4006381333955,hostile,"${HOSTILE.replaceAll('"', '""')}"\n`,
    {
      mapping: { ean: "ean", name: "name", description: "description" },
    },
  );

  const { body } = await tenant.get("/products?per_page=50&fields=title,description");
  const found = Object.fromEntries(
    body.items.map(({ title, description }: Record<string, string>) => [title, description]),
  );
  for (const name of ["rest", "ext", "appsync", "hostile"]) expect([name, found[name]]).toEqual([name, CLEAN]);
  expect(found["file"]).toBe(plain);
});

test("public lists are compressed too", async () => {
  for (const path of ["/docs/errors", "/api/v1"]) {
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers: { "accept-encoding": "gzip" } }));
    expect([path, answer.headers.get("content-encoding")]).toEqual([path, "gzip"]);
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    await answer.arrayBuffer();
  }
});

test("products have Link, 304 and fields=; a stored export is compressed", async () => {
  const tenant = await newTenant();
  for (let place = 0; place < 30; place++) await tenant.post("/products", { name: `Chair ${place}`, price: place });

  const first = await tenant.get("/products?per_page=20&fields=id,title");
  expect(first.body.items.map((item: object) => Object.keys(item).join())).toEqual(Array(20).fill("id,title"));
  const [, next = ""] = /<\/api\/v1([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? [];
  const rest = await tenant.get(next);
  expect(rest.body.items.map((item: object) => Object.keys(item).join())).toEqual(Array(10).fill("id,title"));

  const tag = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await tenant.get("/products?per_page=20&fields=id,title", tag)).status).toBe(304);
  await tenant.patch(`/products/${first.body.items[0].id}`, { name: "Table" });
  expect((await tenant.get("/products?per_page=20&fields=id,title", tag)).status).toBe(200);

  const one = await tenant.get(`/products/${first.body.items[0].id}?fields=title,price`);
  expect(one.body).toEqual({ title: "Table", price: expect.any(Number) });
  expect((await tenant.get(`/products/${first.body.items[0].id}?fields=nmae`)).status).toBe(400);

  const { taskId, bytes } = await exportProducts(tenant);
  const packed = await app.handle(
    new Request(`http://localhost/api/v1/exports/download/${taskId}`, {
      headers: { "x-api-key": tenant.apiKey, "accept-encoding": "gzip" },
    }),
  );
  expect([packed.headers.get("content-encoding"), packed.headers.get("content-length")]).toEqual(["gzip", null]);
  expect(Buffer.compare(gunzipSync(await packed.arrayBuffer()), bytes)).toBe(0);
});
