import { describe, expect, test } from "bun:test";
import { clientWith, newTenant, send } from "../harness.ts";
import { given, newEan } from "../products/given.ts";
import { givenSynced, refusal } from "./given.ts";

const namesOf = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name);

test("D2-155 S4.3 status needs no credential, and minds none", async () => {
  for (const headers of [{}, { "x-api-key": "pm_live_wrong" }]) {
    const { status, body } = await send("GET", "/appsync/status", undefined, headers);
    const { version, timestamp, ...data } = body.data;
    expect([status, body.success, body.code, body.count]).toEqual([200, true, 200, 1]);
    expect(data).toEqual({ api: "ERP-Sync API", endpoints: expect.any(Array) });
    expect([version, timestamp]).toEqual([expect.any(String), expect.any(String)]);
    expect(data.endpoints).toHaveLength(12);
    expect(data.endpoints).toContain("PATCH /appsync/products/{ref}");
  }
});

describe("GET /appsync/products", () => {
  test("D2-153 D2-157 S23.3 lists by reference, those without one last", async () => {
    const { tenant, ids, eans } = await givenSynced(
      { reference: "B", name: "b", brand: "Acme", price_ht: 1, price_ttc: 2.5, stock: 3 },
      { reference: "A", name: "a" },
    );
    await tenant.post("/products", { name: "first without" });
    await tenant.post("/products", { name: "second without" });

    const { body } = await tenant.get("/appsync/products?limit=3");

    expect(namesOf({ body })).toEqual(["a", "b", "first without"]);
    const { data, next_cursor, ...rest } = body;
    expect(rest).toEqual({ success: true, code: 200, message: "OK", count: 3, page: 1, pages: 2, total: 4 });
    expect(data[1]).toEqual({
      id: ids[0],
      ean: eans[0],
      reference: "B",
      name: "b",
      brand: "Acme",
      price_ht: 1,
      price_ttc: 2.5,
      stock: 3,
      is_active: true,
      updated_at: expect.any(String),
    });
    expect(namesOf(await tenant.get("/appsync/products?limit=3&page=2"))).toEqual(["second without"]);
    const more = await tenant.get(`/appsync/products?limit=3&cursor=${encodeURIComponent(next_cursor)}`);
    expect([namesOf(more), more.body.next_cursor]).toEqual([["second without"], null]);
  });

  test("D0.12 a cursor leads through all of them, each once", async () => {
    const { tenant } = await givenSynced({ reference: "A" }, { reference: "B" }, { reference: "C" });
    for (let index = 0; index < 3; index++) await tenant.post("/products", { name: "-", reference: "A" });
    for (let index = 0; index < 3; index++) await tenant.post("/products", { name: "-" });
    const all: string[] = [];
    let cursor = "";
    do {
      const { body } = await tenant.get(`/appsync/products?limit=2${cursor}`);
      all.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor && `&cursor=${encodeURIComponent(body.next_cursor)}`;
    } while (cursor);
    expect([all.length, new Set(all).size]).toEqual([9, 9]);
    expect(refusal(await tenant.get("/appsync/products?search=a&cursor=eA"))[0]).toBe(400);
  });

  test("D2-159 search, ean and active_only", async () => {
    const { tenant, eans } = await givenSynced(
      { reference: "CAFÉ-1", name: "One" },
      { reference: "X", name: "Un café noir" },
      { reference: "Y", name: "Other", description: "cafe" },
    );
    await tenant.post("/appsync/products/X/deactivate");
    const names = async (query: string) => namesOf(await tenant.get(`/appsync/products?${query}`));
    expect(await names("search=CAFE")).toEqual(["One"]);
    expect(await names("search=cafe&active_only=false")).toEqual(["One", "Un café noir"]);
    expect(await names("search=fé&active_only=false")).toEqual(["One", "Un café noir"]);
    expect(await names(`search=${eans[2]}`)).toEqual([]);
    expect(await names(`ean=0${eans[2]}`)).toEqual(["Other"]);
    expect(await names(`ean=${newEan()}`)).toEqual([]);
    expect(await names("ean=text")).toEqual([]);
    expect(await names("active_only=false")).toEqual(["One", "Un café noir", "Other"]);
    expect(await names("")).toEqual(["One", "Other"]);
  });

  test("D2-158 an empty list has no pages; limits are held", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.get("/appsync/products");
    expect([body.data, body.page, body.pages, body.total, body.count]).toEqual([[], 1, 0, 0, 0]);
    for (const query of ["limit=501", "limit=0", "page=0", "active_only=maybe"]) {
      expect(refusal(await tenant.get(`/appsync/products?${query}`))).toEqual([400, "INVALID_PARAMETER"]);
    }
  });
});

describe("GET /appsync/products/since/{timestamp}", () => {
  test("D2-160 lists what has changed, inactive products too, in the order of the changes", async () => {
    const { tenant } = await givenSynced({ name: "a" }, { name: "b" }, { name: "c" });
    await tenant.post("/appsync/products/REF-0/deactivate");
    await tenant.delete(`/products/${(await tenant.get("/appsync/products/REF-1")).body.data.id}`);
    const { body } = await tenant.get("/appsync/products/since/1?limit=1");
    expect([namesOf({ body }), body.total, body.pages]).toEqual([["c"], 2, 2]);
    expect(namesOf(await tenant.get("/appsync/products/since/1?limit=1&page=2"))).toEqual(["a"]);
    expect((await tenant.get("/appsync/products/since/99999999999")).body.data).toEqual([]);
  });

  test("S23.9 is at or after the second", async () => {
    const { tenant } = await givenSynced({});
    const at = Math.floor(Date.parse((await tenant.get("/appsync/products/REF-0")).body.data.updated_at) / 1000);
    expect((await tenant.get(`/appsync/products/since/${at}`)).body.total).toBe(1);
    expect((await tenant.get(`/appsync/products/since/${at + 1}`)).body.total).toBe(0);
  });

  test.each(["x", "-1", "1.5", "1732183200000", "2026-11-21"])("S23.9 refuses %s", async (timestamp) => {
    const tenant = await newTenant();
    expect(refusal(await tenant.get(`/appsync/products/since/${timestamp}`))).toEqual([422, "VALIDATION_FAILED"]);
  });
});

describe("GET /appsync/products/{ref}", () => {
  test("D2-161 S23.8 finds by exact reference, then by EAN", async () => {
    const { tenant, ids, eans } = await givenSynced({ reference: "A/B é" }, { reference: "low" }, {});
    const idOf = async (ref: string) =>
      (await tenant.get(`/appsync/products/${encodeURIComponent(ref)}`)).body.data?.id;
    expect(await idOf("A/B é")).toBe(ids[0]);
    expect(await idOf("LOW")).toBeUndefined();
    expect(await idOf(String(eans[1]))).toBe(ids[1]);
    await tenant.patch(`/products/${ids[2]}`, { reference: eans[1] });
    expect(await idOf(String(eans[1]))).toBe(ids[2]);
    expect(refusal(await tenant.get("/appsync/products/unknown"))).toEqual([404, "PRODUCT_NOT_FOUND"]);
    await tenant.delete(`/products/${ids[0]}`);
    expect(await idOf("A/B é")).toBeUndefined();
  });

  test("D0.12 an ETag spares an unchanged product", async () => {
    const { tenant } = await givenSynced({});
    const etag = (await tenant.get("/appsync/products/REF-0")).headers.get("etag") ?? "";
    expect((await tenant.get("/appsync/products/REF-0", { "if-none-match": etag })).status).toBe(304);
  });
});

test("D2-162 categories come as a flat tree, the roots first", async () => {
  const { tenant } = await given(
    { category: "Garden > Tools > Rakes" },
    { category: "Attic" },
    { category: "Garden > Pots" },
  );
  const { body } = await tenant.get("/appsync/categories");
  const { data, ...rest } = body;
  expect(rest).toMatchObject({ count: 5, page: 1, pages: 1, total: 5, next_cursor: null });
  expect(data.map(({ name, level }: { name: string; level: number }) => `${level} ${name}`)).toEqual([
    "0 Attic",
    "0 Garden",
    "1 Pots",
    "1 Tools",
    "2 Rakes",
  ]);
  const garden = data[1].id;
  expect([data[0].parent_id, data[2].parent_id, data[2].slug, data[2].sort_order]).toEqual([null, garden, "pots", 0]);
  const empty = (await (await newTenant()).get("/appsync/categories")).body;
  expect([empty.data, empty.page, empty.pages, empty.total]).toEqual([[], 1, 0, 0]);
});

test("D2-163 S23.14 suppliers are the active ones, by name", async () => {
  const tenant = await newTenant();
  const make = (body: object) => tenant.post("/suppliers", body);
  await make({ name: "zulu", code: "Z", country: "FR" });
  await make({ name: "Écho", code: "E" });
  await make({ name: "Gone", code: "G", is_active: false });
  const { body } = await tenant.get("/appsync/suppliers");
  expect(body.data).toEqual([
    { id: expect.any(String), name: "Écho", code: "E", is_active: true, country: null },
    { id: expect.any(String), name: "zulu", code: "Z", is_active: true, country: "FR" },
  ]);
  expect([body.count, body.pages, body.total]).toEqual([2, 1, 2]);
});

test.each([
  ["get", "/products", undefined, "appsync:read"],
  ["get", "/products/since/1", undefined, "appsync:read"],
  ["get", "/products/REF-0", undefined, "appsync:read"],
  ["get", "/categories", undefined, "appsync:read"],
  ["get", "/suppliers", undefined, "appsync:read"],
  ["patch", "/products/REF-0", {}, "appsync:write"],
  ["post", "/products/REF-0/activate", undefined, "appsync:write"],
  ["post", "/products/REF-0/deactivate", undefined, "appsync:write"],
  ["post", "/stock/update", [], "appsync:write"],
  ["post", "/prices/update", [], "appsync:write"],
  ["post", "/products/sync", [], "appsync:sync"],
] as const)("D2-156 %s /appsync%s asks for its own scope", async (verb, path, body, scope) => {
  const { tenant } = await givenSynced({});
  const others = (["appsync:read", "appsync:write", "appsync:sync"] as const).filter((each) => each !== scope);
  const denied = await (await tenant.withScopes(...others, "products:write"))[verb](`/appsync${path}`, body);
  expect(refusal(denied)).toEqual([403, "PERMISSION_DENIED"]);
  expect((await (await tenant.withScopes(scope))[verb](`/appsync${path}`, body)).status).toBe(200);
  expect(refusal(await tenant.admin[verb](`/appsync${path}`, body))).toEqual([401, "AUTHENTICATION_REQUIRED"]);
  const stranger = clientWith({ "x-api-key": "pm_live_x" });
  expect(refusal(await stranger[verb](`/appsync${path}`, body))).toEqual([401, "INVALID_API_KEY"]);
});
