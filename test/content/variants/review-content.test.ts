import { describe, expect, test } from "bun:test";
import { givenContent, refusal } from "./given-content.ts";

describe("PATCH …/review", () => {
  test("D2-059 sets reviewed until the next PUT, and can be taken back", async () => {
    const { put, review, read } = await givenContent();
    await put("en", { title: "T" });
    const first = await review("en");
    expect([first.status, first.body.reviewed]).toEqual([200, true]);
    expect((await review("en")).body).toEqual(first.body);
    expect((await review("en", {}, { reviewed: false })).body.reviewed).toBe(false);
    await review("en");
    await put("en", { title: "U" });
    expect((await read("en")).body.reviewed).toBe(false);
  });

  test("D2-060 is of one target only; what is not there is 404", async () => {
    const { put, review, read, scopes } = await givenContent();
    await put("en", { title: "T" });
    await put("en", { title: "T" }, scopes.ofEntity);
    await review("en", scopes.ofEntity);
    expect((await read("en")).body.reviewed).toBe(false);
    expect((await read("en", scopes.ofEntity)).body.reviewed).toBe(true);
    expect(refusal(await review("en", scopes.ofConfiguration))).toEqual([404, "NOT_FOUND"]);
    expect(refusal(await review("de"))).toEqual([404, "NOT_FOUND"]);
  });

  test("S16.4 S16.9 the product's own texts are reviewed as long as they are the same", async () => {
    const { tenant, id, review, read, list } = await givenContent();
    expect((await read("fr")).body.reviewed).toBe(false);
    expect((await review("fr")).body.reviewed).toBe(true);
    await tenant.patch(`/products/${id}`, { price: 5 });
    expect((await list()).variants).toMatchObject([{ language: "fr", reviewed: true }]);
    await tenant.patch(`/products/${id}`, { name: "Other" });
    expect((await read("fr")).body.reviewed).toBe(false);
  });
});

describe("DELETE", () => {
  test("takes one target's texts away", async () => {
    const { tenant, put, read, path, scopes } = await givenContent();
    await put("en", { title: "T" });
    await put("en", { title: "T" }, scopes.ofEntity);
    expect((await tenant.delete(path("en"))).status).toBe(204);
    expect((await tenant.delete(path("en"))).status).toBe(404);
    expect((await read("en", scopes.ofEntity)).status).toBe(200);
  });

  test("S16.4 not the product's own", async () => {
    const { tenant, path, put, scopes } = await givenContent();
    expect(refusal(await tenant.delete(path("fr")))).toEqual([409, "INVALID_STATE"]);
    await put("fr", { title: "T" }, scopes.ofEntity);
    expect((await tenant.delete(path("fr", scopes.ofEntity))).status).toBe(204);
  });

  test("S16.1 of an entity or configuration takes its texts along", async () => {
    const { tenant, put, list, scopes, entity, configuration } = await givenContent();
    for (const scope of Object.values(scopes)) await put("en", { title: "T" }, scope);
    await tenant.delete(`/entities/${entity}/configurations/${configuration}`);
    expect((await list()).total).toBe(2);
    await tenant.delete(`/entities/${entity}`);
    expect((await list()).variants).toMatchObject([{ entity_id: null }]);
  });
});
