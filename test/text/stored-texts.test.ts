import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { importFile } from "../imports/import-client.ts";
import { newEan } from "../products/given.ts";

// Every way in which a text with markup comes into the catalog, with each piece that has no place in it.

const TAKEN_OUT: [what: string, html: string, stored: string][] = [
  ["base", '<base href="//evil.example"><p>a</p>', "<p>a</p>"],
  ["meta", '<meta http-equiv="refresh" content="0;url=//evil.example"><p>a</p>', "<p>a</p>"],
  ["form", '<form action="//evil.example"><input name="password"><p>a</p></form>', "<p>a</p>"],
  ["embed", '<embed src="//evil.example/a.swf"><p>a</p>', "<p>a</p>"],
  ["link", '<link rel="stylesheet" href="//evil.example/a.css"><p>a</p>', "<p>a</p>"],
  ["object", '<object data="//evil.example"></object><p>a</p>', "<p>a</p>"],
  ["iframe", '<iframe src="//evil.example"></iframe><p>a</p>', "<p>a</p>"],
  ["script", "<script>steal()</script><p>a</p>", "<p>a</p>"],
  ["style", "<style>body{display:none}</style><p>a</p>", "<p>a</p>"],
  ["a data: link", '<p><a href="data:text/html,x">a</a></p>', "<p><a>a</a></p>"],
  ["a javascript: link", '<p><a href="javascript:steal()">a</a></p>', "<p><a>a</a></p>"],
  ["a vbscript: link", '<p><a href=" VBScript:steal()">a</a></p>', "<p><a>a</a></p>"],
  ["an event", '<p onmouseover="steal()">a</p>', "<p>a</p>"],
];

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Ways in: each sends a text and returns what is stored of it. */
const WAYS: Record<string, (tenant: Tenant, html: string) => Promise<unknown[]>> = {
  "POST /products": async (tenant, html) => {
    const { body } = await tenant.post("/products", { name: "A", description: html, marketing_description: html });
    return [body.description, body.marketing_description];
  },
  "PATCH /products/{id}": async (tenant, html) => {
    const { body: made } = await tenant.post("/products", { name: "A" });
    const { body } = await tenant.patch(`/products/${made.id}`, { description: html, short_description: html });
    return [body.description, body.short_description];
  },
  "PATCH /products/bulk": async (tenant, html) => {
    const { body: made } = await tenant.post("/products", { name: "A" });
    await tenant.patch("/products/bulk", { updates: [{ id: made.id, fields: { description: html } }] });
    return [(await tenant.get(`/products/${made.id}`)).body.description];
  },
  "PUT /products/{id}/content-variants/{language}": async (tenant, html) => {
    const { body: made } = await tenant.post("/products", { name: "A" });
    const { body } = await tenant.put(`/products/${made.id}/content-variants/fr`, { title: "B", description: html });
    return [body.description];
  },
  "PUT /products/{id}/entities/{entity}": async (tenant, html) => {
    const { body: made } = await tenant.post("/products", { name: "A" });
    const { body: entity } = await tenant.post("/entities", { code: `web-${made.id.slice(-8)}`, name: "Web" });
    await tenant.post(`/products/${made.id}/entities/${entity.id}`);
    const { body } = await tenant.put(`/products/${made.id}/entities/${entity.id}`, {
      description_override: html,
    });
    return [body.description_override];
  },
  "POST /ext/products": async (tenant, html) => {
    const { body } = await tenant.post("/ext/products", { ean: newEan(), name: "A", description: html });
    return [(await tenant.get(`/products/${body.data.id}`)).body.description];
  },
  "POST /appsync/products/sync": async (tenant, html) => {
    const item = { reference: "R-1", ean: newEan(), name: "A", description: html };
    const { body } = await tenant.post("/appsync/products/sync", [item]);
    return [(await tenant.get(`/products/${body.data[0].id}`)).body.description];
  },
  "a file": async (tenant, html) => {
    const ean = newEan();
    const mapping = { ean: "ean", name: "name", text: "description" };
    await importFile(tenant, `ean,name,text\n${ean},A,"${html.replaceAll('"', '""')}"\n`, { mapping });
    return [(await tenant.get(`/products?ean=${ean}`)).body.items[0].description];
  },
  "POST /brands": async (tenant, html) => {
    const { body } = await tenant.post("/brands", { name: "A", description: html });
    return [body.description];
  },
  "POST /categories": async (tenant, html) => {
    const { body } = await tenant.post("/categories", { name: "A", description: html });
    return [body.description];
  },
};

describe.each(Object.keys(WAYS))("S11.8 a text that comes by %s", (way) => {
  test("is stored without what has no place in it", async () => {
    const stored: string[] = [];
    for (const [what, html] of TAKEN_OUT) {
      const texts = (await WAYS[way]?.(await newTenant(), html)) ?? [];
      stored.push(...texts.map((text) => `${what}: ${text}`));
      if (texts.length === 0) throw new Error("nothing was stored");
    }
    const expected = TAKEN_OUT.map(([what, , clean]) => `${what}: ${clean}`);
    expect([...new Set(stored)]).toEqual(expected);
  });
});
