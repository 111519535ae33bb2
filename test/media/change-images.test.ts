import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";
import { fetchPublic, filesOf, givenImages, SMALL } from "./given-images.ts";
import { formOf } from "./images.ts";

describe("GET /products/{product_id}/media", () => {
  test("S19.7 lists all by position", async () => {
    const { tenant, id, media } = await givenImages(3);
    expect((await tenant.get(`/products/${id}/media`)).body).toEqual({ product_id: id, items: media, total: 3 });
    await tenant.patch(`/products/${id}/media/${media[2].id}`, { position: 0 });
    const { items } = (await tenant.get(`/products/${id}/media`)).body;
    expect(items.map(({ title }: { title: string }) => title)).toEqual(["Image 0", "Image 2", "Image 1"]);
  });

  test("hides another tenant's", async () => {
    const { id } = await givenImages(1);
    expect((await (await newTenant()).get(`/products/${id}/media`)).status).toBe(404);
  });
});

describe("PATCH /products/{product_id}/media/{media_id}", () => {
  test("changes what is sent and nothing else; null clears", async () => {
    const { tenant, id, media, ids } = await givenImages(1);
    const { status, body, headers } = await tenant.patch(`/products/${id}/media/${ids[0]}`, { alt_text: "Alt" });
    expect([status, body]).toEqual([200, { ...media[0], alt_text: "Alt" }]);
    const cleared = await tenant.patch(`/products/${id}/media/${ids[0]}`, { title: null, alt_text: null });
    expect(cleared.body).toMatchObject({ title: null, alt_text: null });
    expect(cleared.headers.get("etag")).not.toBe(headers.get("etag"));
  });

  test("a change to what is there already is none", async () => {
    const { tenant, id, ids } = await givenImages(1);
    const before = (await tenant.get(`/products/${id}`)).body.updated_at;
    expect((await tenant.patch(`/products/${id}/media/${ids[0]}`, { title: "Image 0", is_primary: true })).status).toBe(
      200,
    );
    expect((await tenant.get(`/products/${id}`)).body.updated_at).toBe(before);
  });

  test("S19.7 is_primary can be given, not taken", async () => {
    const { tenant, id, ids } = await givenImages(2);
    const { body } = await tenant.patch(`/products/${id}/media/${ids[1]}`, { is_primary: true });
    expect(body.is_primary).toBe(true);
    expect((await tenant.get(`/products/${id}`)).body.primary_image_url).toBe(body.url);
    const refused = await tenant.patch(`/products/${id}/media/${ids[1]}`, { is_primary: false });
    expect([refused.status, faults(refused)]).toEqual([422, ["is_primary"]]);
  });

  test("D0.12 changes only the version that If-Match names", async () => {
    const { tenant, id, ids } = await givenImages(1);
    const path = `/products/${id}/media/${ids[0]}`;
    const etag = (await tenant.patch(path, { title: "A" })).headers.get("etag") ?? "";
    const statuses = [];
    for (const title of ["B", "C"]) statuses.push((await tenant.patch(path, { title }, { "if-match": etag })).status);
    expect(statuses).toEqual([200, 412]);
    expect((await tenant.delete(path, undefined, { "if-match": etag })).status).toBe(412);
  });
});

describe("DELETE /products/{product_id}/media/{media_id}", () => {
  test("D2-189 the one with the lowest position becomes the primary one; no file is left", async () => {
    const { tenant, id, media, ids } = await givenImages(3);
    await tenant.post(`/products/${id}/media/reorder`, { media_ids: [ids[2], ids[0], ids[1]] });
    expect((await tenant.delete(`/products/${id}/media/${ids[0]}`)).status).toBe(204);
    const { items } = (await tenant.get(`/products/${id}/media`)).body;
    expect(items.map((each: { id: string; is_primary: boolean }) => [each.id, each.is_primary])).toEqual([
      [ids[2], true],
      [ids[1], false],
    ]);
    expect((await tenant.get(`/products/${id}`)).body.primary_image_url).toBe(media[2].url);
    expect((await filesOf(tenant.id)).length).toBe(2);
    expect((await fetchPublic(media[0].url)).status).toBe(404);
    expect((await tenant.delete(`/products/${id}/media/${ids[0]}`)).status).toBe(404);
  });

  test("without its last image a product has none", async () => {
    const { tenant, id, ids } = await givenImages(1);
    await tenant.delete(`/products/${id}/media/${ids[0]}`);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ media: [], primary_image_url: null });
    expect((await tenant.get("/products?has_images=false")).body.meta.total).toBe(1);
  });

  test("S18.5 an erased product's images are deleted", async () => {
    const { tenant, id, media } = await givenImages(1);
    await tenant.delete(`/products/${id}?permanent=true`);
    expect((await fetchPublic(media[0].url)).status).toBe(404);
  });
});

describe("POST /products/{product_id}/media/reorder", () => {
  test("D2-189 takes all ids once and answers the list", async () => {
    const { tenant, id, ids } = await givenImages(3);
    const order = [ids[1], ids[2], ids[0]];
    const { status, body } = await tenant.post(`/products/${id}/media/reorder`, { media_ids: order });
    expect(status).toBe(200);
    expect(body.items.map((each: { id: string; position: number }) => [each.id, each.position])).toEqual(
      order.map((each, position) => [each, position]),
    );
    expect(body.items[2].is_primary).toBe(true);
    expect((await tenant.get(`/products/${id}/media`)).body).toEqual(body);
  });

  test("refuses ids that are not all of them, once", async () => {
    const { tenant, id, ids } = await givenImages(2);
    for (const media_ids of [[ids[0]], [ids[0], ids[0]], [...ids, crypto.randomUUID()], [], ["x"]]) {
      expect((await tenant.post(`/products/${id}/media/reorder`, { media_ids })).status).toBe(422);
    }
  });
});

describe("POST /products/{product_id}/media/{media_id}/primary", () => {
  test("makes it the only one", async () => {
    const { tenant, id, ids } = await givenImages(3);
    const { status, body } = await tenant.post(`/products/${id}/media/${ids[2]}/primary`);
    expect([status, body.id, body.is_primary]).toEqual([200, ids[2], true]);
    const { items } = (await tenant.get(`/products/${id}/media`)).body;
    expect(items.map((each: { is_primary: boolean }) => each.is_primary)).toEqual([false, false, true]);
  });
});

describe("rights", () => {
  test.each([
    ["patch", "/:media", {}],
    ["delete", "/:media", undefined],
    ["post", "/:media/primary", undefined],
    ["post", "/reorder", { media_ids: [] }],
    ["post", "/upload", formOf(SMALL)],
  ] as const)(
    "%s %s refuses a caller who may only read, another tenant and a missing image",
    async (verb, path, body) => {
      const { tenant, id, ids } = await givenImages(1);
      const at = (media: string) => `/products/${id}/media${path.replace(":media", media)}`;
      expect((await (await tenant.as("viewer"))[verb](at(ids[0] ?? ""), body)).status).toBe(403);
      expect((await (await tenant.withScopes("products:read"))[verb](at(ids[0] ?? ""), body)).status).toBe(403);
      expect((await (await newTenant())[verb](at(ids[0] ?? ""), body)).status).toBe(404);
      if (path.includes(":media")) expect((await tenant[verb](at(crypto.randomUUID()), body)).status).toBe(404);
      expect((await tenant.get(`/products/${id}/media`)).body.total).toBe(1);
    },
  );
});
