import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";
import { FAMILIES } from "./families.ts";

describe.each(Object.entries(FAMILIES))("/%s", (_, { path, body, key, defaults, full, nullable, wrong }) => {
  test("D2-180 creates with a name alone, and reads back what was made", async () => {
    const tenant = await newTenant();

    const made = await tenant.post(path, { name: " Été " });

    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: "Été", ...defaults });
    expect(made.headers.get("location")).toBe(`/api/v1${path}/${made.body.id}`);
    const read = await tenant.get(`${path}/${made.body.id}`);
    expect([read.status, read.body]).toEqual([200, made.body]);
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
  });

  test("D2-180 takes every field, changes what is sent, and clears with null", async () => {
    const tenant = await newTenant();
    const { body: made } = await tenant.post(path, full);
    expect(made).toMatchObject(full);

    for (const method of ["put", "patch"] as const) {
      const name = `Renamed by ${method}`;
      const { status, body: changed } = await tenant[method](`${path}/${made.id}`, { name });
      expect([status, changed]).toMatchObject([200, { ...full, name }]);
    }
    const cleared = Object.fromEntries(nullable.map((field) => [field, null]));
    const { body: after } = await tenant.patch(`${path}/${made.id}`, cleared);

    expect(after).toMatchObject(cleared);
    expect((await tenant.get(`${path}/${made.id}`)).body).toEqual(after);
  });

  test("S11.6 a change to what is there already is none", async () => {
    const tenant = await newTenant();
    const made = await tenant.post(path, full);

    const again = await tenant.put(`${path}/${made.body.id}`, full);

    expect([again.status, again.body]).toEqual([200, made.body]);
    expect(again.headers.get("etag")).toBe(made.headers.get("etag"));
  });

  test("D2-180 a name that is taken is refused, regardless of case and accents", async () => {
    const tenant = await newTenant();
    const { body: first } = await tenant.post(path, body("Café"));
    const { body: second } = await tenant.post(path, body("Other"));

    const copy = await tenant.post(path, body("CAFE"));
    const renamed = await tenant.patch(`${path}/${second.id}`, { [key]: "cafè" });

    for (const answer of [copy, renamed]) {
      expect([answer.status, answer.body.error.error_code]).toEqual([409, "DUPLICATE_RESOURCE"]);
      expect(answer.body.error.details).toMatchObject({ field: key, existing_id: first.id });
    }
    expect((await tenant.patch(`${path}/${first.id}`, { [key]: "CAFÉ" })).status).toBe(200);
    expect((await (await newTenant()).post(path, body("Café"))).status).toBe(201);
  });

  test.each(wrong)("refuses %j", async (fields, field) => {
    const tenant = await newTenant();
    const { body: made } = await tenant.post(path, body("A"));
    const created = await tenant.post(path, { ...body("B"), ...fields });
    const changed = await tenant.put(`${path}/${made.id}`, fields);
    for (const answer of [created, changed]) expect([answer.status, faults(answer)]).toEqual([422, [field]]);
  });

  test("D0.12 If-Match refuses a caller who has not read the last version", async () => {
    const tenant = await newTenant();
    const made = await tenant.post(path, body("A"));
    const match = { "if-match": made.headers.get("etag") ?? "" };
    expect((await tenant.patch(`${path}/${made.body.id}`, { name: "B" }, match)).status).toBe(200);
    expect((await tenant.patch(`${path}/${made.body.id}`, { name: "C" }, match)).status).toBe(412);
    expect((await tenant.delete(`${path}/${made.body.id}`, undefined, match)).status).toBe(412);
  });

  test("D2-180 deletes; afterwards it is not found", async () => {
    const tenant = await newTenant();
    const { body: made } = await tenant.post(path, body("A"));
    expect((await tenant.delete(`${path}/${made.id}`)).status).toBe(204);
    for (const method of ["get", "delete", "put", "patch"] as const) {
      const answer = await tenant[method](`${path}/${made.id}`, method === "get" ? {} : { name: "X" });
      expect([answer.status, answer.body.error.error_code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  test("lists by name and by age, searches, and pages by number and by cursor", async () => {
    const tenant = await newTenant();
    for (const word of ["Été", "ananas", "Zoo", "Éclair"]) await tenant.post(path, { ...body(word), name: word });
    const names = (answer: { body: { items: { name: string }[] } }) => answer.body.items.map(({ name }) => name);

    const sorted = await tenant.get(`${path}?sort_by=name`);
    expect(names(sorted)).toEqual(["ananas", "Éclair", "Été", "Zoo"]);
    expect(sorted.body.meta).toMatchObject({ total: 4, page: 1, per_page: 20, total_pages: 1, next_cursor: null });
    expect(names(await tenant.get(`${path}?search=ETE`))).toEqual(["Été"]);
    expect(names(await tenant.get(`${path}?sort_by=name&sort_order=desc&page=2&per_page=3`))).toEqual(["ananas"]);
    const first = await tenant.get(`${path}?sort_by=name&per_page=3`);
    const cursor = first.body.meta.next_cursor;
    expect(names(await tenant.get(`${path}?sort_by=name&per_page=3&cursor=${cursor}`))).toEqual(["Zoo"]);
    expect((await tenant.get(`${path}?per_page=3&cursor=${cursor}`)).status).toBe(400);
    expect((await tenant.get(`${path}?sort_by=age`)).status).toBe(400);
    const byAge = new Set([
      ...names(await tenant.get(`${path}?per_page=2`)),
      ...names(await tenant.get(`${path}?per_page=2&page=2`)),
    ]);
    expect(byAge.size).toBe(4);
  });

  test("hides another tenant's, from every method", async () => {
    const other = await newTenant();
    const tenant = await newTenant();
    const { body: made } = await other.post(path, body("A"));
    for (const method of ["get", "put", "patch", "delete"] as const) {
      expect((await tenant[method](`${path}/${made.id}`, method === "get" ? {} : { name: "X" })).status).toBe(404);
    }
    expect((await tenant.get(path)).body.items).toEqual([]);
    expect((await other.get(`${path}/${made.id}`)).body).toEqual(made);
  });

  test("S26.1 viewers read, editors write, and only those who may delete delete", async () => {
    const tenant = await newTenant();
    const { body: made } = await tenant.post(path, body("A"));
    const [viewer, editor, manager] = [
      await tenant.as("viewer"),
      await tenant.as("editor"),
      await tenant.as("manager"),
    ];
    expect((await viewer.get(`${path}/${made.id}`)).status).toBe(200);
    expect((await viewer.post(path, body("B"))).status).toBe(403);
    expect((await viewer.put(`${path}/${made.id}`, { name: "B" })).status).toBe(403);
    expect((await editor.patch(`${path}/${made.id}`, { name: "B" })).status).toBe(200);
    expect((await editor.delete(`${path}/${made.id}`)).status).toBe(403);
    const reader = await tenant.withScopes("products:read");
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.post(path, body("C"))).status).toBe(403);
    expect((await manager.delete(`${path}/${made.id}`)).status).toBe(204);
  });
});
