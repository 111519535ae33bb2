import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { givenExt, refusal } from "./given.ts";

interface Listed {
  id: string;
  updated_at: string;
}
const idsOf = (data: Listed[]) => data.map(({ id }) => id);
const lists = ["/ext/products?updated_since=", "/ext/products/delta?since="];

describe("GET /ext/products", () => {
  test("D2-122 D2-126 D2-135 shows all live products, of any status, in the order of their changes", async () => {
    const { tenant, eans } = await givenExt({ status: "archived", weight: 1 }, { status: "inactive" }, {}, {});
    const { body: made } = await tenant.post("/products", { name: "No code" });
    const deleted = (await tenant.get(`/ext/products/${eans[3]}`)).body.data.id;
    await tenant.delete(`/products/${deleted}`);
    await tenant.patch(`/ext/products/${eans[0]}`, { weight: 2 });

    const { body } = await tenant.get("/ext/products");

    expect(body.data.map(({ ean }: { ean: string }) => ean)).toEqual([eans[1], eans[2], null, eans[0]]);
    const { id, updated_at, ...rest } = body.data[2];
    expect([id, rest]).toEqual([
      made.id,
      { ean: null, title: "No code", brand_name: null, is_active: true, status: "active", weight: null },
    ]);
    const last = body.data[3].updated_at;
    expect(body.meta).toEqual({ total: 4, page: 1, page_size: 50, updated_at: last, next_cursor: null });
  });

  test("D2-128 S22.5 supplier_code keeps the products of that supplier, main or not", async () => {
    const { tenant, eans } = await givenExt({ supplier_code: "Main" }, {}, { supplier_code: "Other" });
    await tenant.post("/ext/products", { ean: eans[2], supplier_code: "MAIN" });
    const { body } = await tenant.get("/ext/products?supplier_code=main");
    expect([body.data.map(({ ean }: { ean: string }) => ean), body.meta.total]).toEqual([[eans[0], eans[2]], 2]);
    expect((await tenant.get("/ext/products?supplier_code=none")).body.data).toEqual([]);
  });

  test("D2-129 D2-130 updated_since is after, since is at or after", async () => {
    const { tenant } = await givenExt({}, {}, {});
    const { data } = (await tenant.get("/ext/products")).body;
    const at = data[1].updated_at;
    expect(idsOf((await tenant.get(`${lists[0]}${at}`)).body.data)).toEqual(idsOf(data.slice(2)));
    expect(idsOf((await tenant.get(`${lists[1]}${at}`)).body.data)).toEqual(idsOf(data.slice(1)));
    expect((await tenant.get(`${lists[1]}${at}`)).body.meta.total).toBe(2);
  });
});

describe.each(lists)("%s", (path) => {
  test.each([
    ["2026-11-21", 200],
    ["2026-11-21T10:00:00", 200],
    ["2026-11-21T10:00:00.123456789Z", 200],
    ["2026-11-21T12:00:00+02:00", 200],
    ["1732183200", 400],
    ["yesterday", 400],
    ["2026-02-30", 400],
    ["", 400],
  ])("D2-131 S22.4 takes %p: %p", async (since, status) => {
    const tenant = await newTenant();
    const answer = await tenant.get(path + since);
    expect(answer.status).toBe(status);
    if (status === 400) expect(refusal(answer)[1]).toMatch(/^INVALID_PARAMETER: (?:updated_)?since$/);
  });

  test("D2-131 S22.3 the future is empty, and is not answered as read", async () => {
    const { tenant } = await givenExt({});
    const { status, body } = await tenant.get(`${path}2999-01-01`);
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0]);
    expect(body.meta.updated_at < "2999").toBe(true);
    const later = await tenant.post("/ext/products", { ean: newEan(), name: "Later" });
    const { data } = (await tenant.get(`${path}${body.meta.updated_at}`)).body;
    expect(idsOf(data)).toContain(later.body.data.id);
  });

  test("S22.3 an empty page says where the caller was", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.get(`${path}2026-01-02T03:04:05.000006Z`);
    expect([body.data, body.meta.updated_at]).toEqual([[], "2026-01-02T03:04:05.000006Z"]);
  });

  test("D2-133 pages are full but the last one, and hold each product once", async () => {
    const { tenant } = await givenExt({}, {}, {}, {}, {}, {}, {});
    const all = idsOf((await tenant.get(`${path}2020-01-01`)).body.data);
    const pages: string[][] = [];
    for (let page = 1; page <= 4; page++) {
      const { body } = await tenant.get(`${path}2020-01-01&page_size=2&page=${page}`);
      pages.push(idsOf(body.data));
      expect([body.meta.total, body.meta.page, body.meta.page_size]).toEqual([7, page, 2]);
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual(all);
  });

  test("a page that is requested without the one before it is found by its number, and ends no one's reading", async () => {
    const { tenant } = await givenExt({}, {}, {}, {}, {});
    const all = idsOf((await tenant.get(`${path}2020-01-01`)).body.data);
    const { body } = await tenant.get(`${path}2020-01-01&page_size=2&page=3`);
    expect([idsOf(body.data), body.meta.updated_at]).toEqual([all.slice(4), "2020-01-01T00:00:00.000000Z"]);
  });

  test("D2-132 the page after the last full one is empty, and still says how far the caller has read", async () => {
    const { tenant } = await givenExt({}, {});
    const { body: full } = await tenant.get(`${path}2020-01-01&page_size=2`);
    const { body: empty } = await tenant.get(`${path}2020-01-01&page_size=2&page=2`);
    expect([empty.data, empty.meta.updated_at]).toEqual([[], full.meta.updated_at]);
  });

  test("D0.12 a cursor goes on however many pages came before", async () => {
    const { tenant } = await givenExt({}, {}, {});
    const all = idsOf((await tenant.get(`${path}2020-01-01`)).body.data);
    const { body: first } = await tenant.get(`${path}2020-01-01&page_size=2`);
    const cursor = encodeURIComponent(first.meta.next_cursor);
    const { body: second } = await tenant.get(`${path}2020-01-01&page_size=2&cursor=${cursor}`);
    expect([...idsOf(first.data), ...idsOf(second.data)]).toEqual(all);
    expect(second.meta.next_cursor).toBe(null);
    expect(refusal(await tenant.get(`${path}2020-01-02&cursor=${cursor}`))[0]).toBe(400);
  });

  test.each(["page_size=501", "page_size=0", "page=0", "page=x"])("D2-127 refuses %s", async (query) => {
    const tenant = await newTenant();
    expect(refusal(await tenant.get(`${path}2020-01-01&${query}`))[0]).toBe(400);
  });
});

test("D2-131 a delta needs since", async () => {
  const tenant = await newTenant();
  expect(refusal(await tenant.get("/ext/products/delta"))).toEqual([400, "INVALID_PARAMETER: since"]);
});

test("D2-124 status says who the key is", async () => {
  const tenant = await newTenant();
  const { body } = await (await tenant.withScopes("ext:products:read", "prices:read")).get("/ext/status");
  const { version, timestamp, ...data } = body.data;
  expect(data).toEqual({ status: "ok", api_key_name: "Test", api_key_scopes: ["ext:products:read", "prices:read"] });
  expect([version, timestamp]).toEqual([expect.any(String), new Date(clock.nowMs).toISOString()]);
  expect(body.meta).toEqual({ total: 0, page: 1, page_size: 0, updated_at: null });
});

test("D2-134 an EAN is found with or without leading zeros", async () => {
  const { tenant } = await givenExt({ ean: "012345678905" });
  for (const ean of ["012345678905", "0012345678905", "12345678905", "00012345678905"]) {
    expect((await tenant.get(`/ext/products/${ean}`)).body.data.ean).toBe("012345678905");
  }
  for (const ean of [newEan(), "abc", "1234567", "%2F", "4006381333931x"]) {
    expect(refusal(await tenant.get(`/ext/products/${ean}`))[0]).toBe(404);
  }
});
