import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";

/** An entity with a configuration. */
async function givenEntity() {
  const tenant = await newTenant();
  const { body: entity } = await tenant.post("/entities", { code: "web", name: "Web" });
  const { body: configuration } = await tenant.post(`/entities/${entity.id}/configurations`, { code: "m", name: "M" });
  return { tenant, entity, configuration, ids: { entity: entity.id, configuration: configuration.id } };
}
const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

describe("/entities", () => {
  test("S16.1 POST creates, GET reads, both with an ETag", async () => {
    const tenant = await newTenant();
    const fields = {
      code: "FR",
      name: "France",
      type: "subsidiary",
      default_language: "fr",
      price_channel: "retail",
      is_active: false,
    };
    const { status, body, headers } = await tenant.post("/entities", { ...fields, code: " FR " });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      ...fields,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect(headers.get("location")).toBe(`/api/v1/entities/${body.id}`);
    const read = await tenant.get(`/entities/${body.id}`);
    expect([read.body, read.headers.get("etag")]).toEqual([body, headers.get("etag")]);
  });

  test("S16.1 has defaults", async () => {
    const { entity } = await givenEntity();
    expect(entity).toMatchObject({ type: "channel", default_language: null, price_channel: null, is_active: true });
  });

  test.each([
    [{}, ["code", "name"]],
    [{ code: "", name: "N" }, ["code"]],
    [{ code: "x".repeat(51), name: "N" }, ["code"]],
    [{ code: "N", name: " " }, ["name"]],
    [{ code: "N", name: "N", type: "shop" }, ["type"]],
    [{ code: "N", name: "N", default_language: "xx" }, ["default_language"]],
    [{ code: "N", name: "N", default_language: "eng" }, ["default_language"]],
    [{ code: "N", name: "N", is_active: null }, ["is_active"]],
  ])("refuses %j", async (body, fields) => {
    const tenant = await newTenant();
    const answer = await tenant.post("/entities", body);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
    expect((await tenant.get("/entities")).body.meta.total).toBe(0);
  });

  test("S16.1 a code is one entity's", async () => {
    const { tenant, entity } = await givenEntity();
    const again = await tenant.post("/entities", { code: "web", name: "Other" });
    expect(refusal(again)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect(again.body.error.details).toMatchObject({ field: "code", value: "web", existing_id: entity.id });
    const { body: other } = await tenant.post("/entities", { code: "b2b", name: "Other" });
    expect((await tenant.patch(`/entities/${other.id}`, { code: "web" })).status).toBe(409);
    expect((await tenant.patch(`/entities/${other.id}`, { code: "b2b" })).status).toBe(200);
    await givenEntity();
  });

  test("lists newest first, by pages or cursor, and by type and state", async () => {
    const tenant = await newTenant();
    for (let index = 0; index < 5; index++) {
      await tenant.post("/entities", { code: `E${index}`, name: "N", type: index === 1 ? "subsidiary" : "channel" });
    }
    const codes = ({ body }: { body: { items: { code: string }[] } }) => body.items.map(({ code }) => code);

    const first = await tenant.get("/entities?per_page=2");
    expect([codes(first), first.body.meta.total]).toEqual([["E4", "E3"], 5]);
    expect(codes(await tenant.get("/entities?per_page=2&page=3"))).toEqual(["E0"]);
    const next = await tenant.get(`/entities?per_page=2&cursor=${first.body.meta.next_cursor}`);
    expect(codes(next)).toEqual(["E2", "E1"]);
    expect(codes(await tenant.get("/entities?type=subsidiary"))).toEqual(["E1"]);
    expect(codes(await tenant.get("/entities?is_active=false"))).toEqual([]);
    expect((await tenant.get(`/entities?type=channel&cursor=${first.body.meta.next_cursor}`)).status).toBe(400);
    expect((await tenant.get("/entities?type=shop")).status).toBe(400);
  });

  test("PATCH changes what is sent, and only the version that If-Match names", async () => {
    const { tenant, entity } = await givenEntity();
    const { headers } = await tenant.get(`/entities/${entity.id}`);
    const old = { "if-match": headers.get("etag") ?? "" };

    const same = await tenant.patch(`/entities/${entity.id}`, { name: "Web" }, old);
    expect([same.body, same.headers.get("etag")]).toEqual([entity, headers.get("etag")]);
    const { body } = await tenant.patch(`/entities/${entity.id}`, { default_language: "en", is_active: false }, old);
    expect(body).toMatchObject({ name: "Web", default_language: "en", is_active: false });
    expect((await tenant.patch(`/entities/${entity.id}`, { name: "X" }, old)).status).toBe(412);
    expect((await tenant.delete(`/entities/${entity.id}`, undefined, old)).status).toBe(412);
    expect((await tenant.patch(`/entities/${entity.id}`, { default_language: null })).body.default_language).toBe(null);
  });

  test("is noted in the audit log", async () => {
    const { tenant, entity, configuration } = await givenEntity();
    await tenant.patch(`/entities/${entity.id}`, { name: "X" });
    await tenant.patch(`/entities/${entity.id}`, { name: "X" });
    await tenant.delete(`/entities/${entity.id}/configurations/${configuration.id}`);
    await tenant.delete(`/entities/${entity.id}`);

    const { items } = (await tenant.admin.get("/audit-log?per_page=5")).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "entity.deleted",
      "configuration.deleted",
      "entity.changed",
      "configuration.created",
      "entity.created",
    ]);
    expect(items[2].details).toEqual({ changed: { name: "X" } });
  });
});

describe("/entities/{entity_id}/configurations", () => {
  test("S16.2 are a plain array, oldest first", async () => {
    const { tenant, entity, configuration } = await givenEntity();
    const path = `/entities/${entity.id}/configurations`;
    const fields = { code: "b2b", name: "B2B", language: "de", is_default: true, is_active: false };
    const { status, body, headers } = await tenant.post(path, fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, entity_id: entity.id });
    expect(headers.get("location")).toBe(`/api/v1${path}/${body.id}`);
    expect((await tenant.get(path)).body).toEqual([configuration, body]);
    expect((await tenant.get(`${path}/${body.id}`)).body).toEqual(body);
    expect(configuration).toMatchObject({ language: null, is_default: false, is_active: true });
  });

  test("S16.2 one is the default at most", async () => {
    const { tenant, entity, configuration } = await givenEntity();
    const path = `/entities/${entity.id}/configurations`;
    const { body: second } = await tenant.post(path, { code: "2", name: "2", is_default: true });
    const defaults = async () =>
      (await tenant.get(path)).body.map(({ is_default }: { is_default: boolean }) => is_default);
    expect(await defaults()).toEqual([false, true]);
    await tenant.patch(`${path}/${configuration.id}`, { is_default: true });
    expect(await defaults()).toEqual([true, false]);
    await tenant.patch(`${path}/${second.id}`, { name: "Second" });
    await tenant.patch(`${path}/${configuration.id}`, { is_default: false });
    expect(await defaults()).toEqual([false, false]);
    const other = await tenant.post("/entities", { code: "other", name: "Other" });
    await tenant.post(`/entities/${other.body.id}/configurations`, { code: "m", name: "M", is_default: true });
    await tenant.patch(`${path}/${second.id}`, { is_default: true });
    expect((await tenant.get(`/entities/${other.body.id}/configurations`)).body[0].is_default).toBe(true);
  });

  test("S16.2 a code is one configuration's in the entity", async () => {
    const { tenant, entity, configuration } = await givenEntity();
    const path = `/entities/${entity.id}/configurations`;
    const again = await tenant.post(path, { code: "m", name: "N" });
    expect(refusal(again)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect(again.body.error.details).toMatchObject({ field: "code", existing_id: configuration.id });
    const { body: other } = await tenant.post("/entities", { code: "other", name: "Other" });
    expect((await tenant.post(`/entities/${other.id}/configurations`, { code: "m", name: "N" })).status).toBe(201);
  });

  test.each([
    [{}, ["code", "name"]],
    [{ code: "x".repeat(51), name: "N" }, ["code"]],
    [{ code: "N", name: "N", language: "zz" }, ["language"]],
    [{ code: "N", name: "N", is_default: "yes" }, ["is_default"]],
  ])("refuses %j", async (body, fields) => {
    const { tenant, entity } = await givenEntity();
    const answer = await tenant.post(`/entities/${entity.id}/configurations`, body);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
  });

  test("of another entity are none of this one's", async () => {
    const { tenant, configuration } = await givenEntity();
    const { body: other } = await tenant.post("/entities", { code: "other", name: "Other" });
    for (const method of ["get", "patch", "delete"] as const) {
      expect((await tenant[method](`/entities/${other.id}/configurations/${configuration.id}`, {})).status).toBe(404);
    }
  });

  test("DELETE takes one away, and If-Match protects it", async () => {
    const { tenant, entity, configuration } = await givenEntity();
    const path = `/entities/${entity.id}/configurations/${configuration.id}`;
    const { headers } = await tenant.get(path);
    const old = { "if-match": headers.get("etag") ?? "" };
    await tenant.patch(path, { name: "X" }, old);
    expect((await tenant.delete(path, undefined, old)).status).toBe(412);
    expect((await tenant.delete(path)).status).toBe(204);
    expect((await tenant.get(path)).status).toBe(404);
  });
});
