import { describe, expect, test } from "bun:test";
import { Transformer } from "@napi-rs/image";
import { newTenant, services } from "../harness.ts";
import { faults, given } from "../products/given.ts";
import { fetchPublic, filesOf, SMALL } from "./given-images.ts";
import { apng, arithmetic, FORMATS, formOf, GIF, gif, sizeOf } from "./images.ts";

const JPEG = FORMATS["image/jpeg"](1200, 900);

describe("POST /products/{product_id}/media/upload", () => {
  test("D2-103 answers the image, and an address that serves the same bytes", async () => {
    const { tenant, id } = await given({});
    const fields = { title: "Chair", alt_text: "A red chair", position: "3", is_primary: "true" };

    const { status, body, headers } = await tenant.post(`/products/${id}/media/upload`, formOf(JPEG, fields));

    expect(status).toBe(201);
    expect(headers.get("etag")).toBeString();
    expect(body).toMatchObject({
      product_id: id,
      type: "image",
      title: "Chair",
      alt_text: "A red chair",
      position: 3,
      is_primary: true,
      content_type: "image/jpeg",
      size: JPEG.byteLength,
      width: 1200,
      height: 900,
      source: "upload",
    });
    // The name is of plain letters, and ends as the content says.
    expect(body.url).toBe(`/api/v1/media/${body.id}/ete-rouge.jpg`);
    expect((await fetchPublic(body.url)).bytes.equals(JPEG)).toBe(true);
  });

  test.each(Object.entries(FORMATS))("S19.8 makes sizes of 200 and 800 pixels of %s", async (contentType, picture) => {
    const { tenant, id } = await given({});
    const original = picture(1000, 500);
    const { body } = await tenant.post(`/products/${id}/media/upload`, formOf(original));
    expect(body.content_type).toBe(contentType);
    const thumb = await fetchPublic(body.thumbnail_url);
    const medium = await fetchPublic(`${body.url}?size=medium`);
    expect(Math.max(thumb.bytes.byteLength, medium.bytes.byteLength)).toBeLessThan(original.byteLength);
    expect(sizeOf(thumb.bytes)).toMatchObject({ width: 200, height: 100 });
    expect(sizeOf(medium.bytes)).toMatchObject({ width: 800, height: 400 });
    for (const { headers, bytes } of [thumb, medium]) {
      expect(headers.get("content-type")).toBe(`image/${sizeOf(bytes).format}`);
    }
    expect(thumb.headers.get("etag")).not.toBe(medium.headers.get("etag"));
  });

  const photo = (width: number, height: number, quality: number) =>
    new Transformer(FORMATS["image/png"](width, height)).webpSync(quality);
  test.each([
    ["a GIF", gif(1_600, 1_200)],
    ["a WebP of low quality", photo(1_600, 1_200, 5)],
    [
      "a PNG of one colour",
      Transformer.fromRgbaPixels(new Uint8Array(1_600 * 1_200 * 4).fill(255), 1_600, 1_200).pngSync(),
    ],
    ["an animated PNG", apng(FORMATS["image/png"](1_600, 1_200))],
  ])("D2-189 the smaller sizes of %s take less than the image", async (_, original) => {
    const { tenant, id } = await given({});
    const { body } = await tenant.post(`/products/${id}/media/upload`, formOf(original));
    const thumb = await fetchPublic(body.thumbnail_url);
    const medium = await fetchPublic(`${body.url}?size=medium`);
    expect(thumb.bytes.byteLength).toBeLessThan(original.byteLength);
    expect(medium.bytes.byteLength).toBeLessThanOrEqual(original.byteLength);
    expect(sizeOf(thumb.bytes)).toMatchObject({ width: 200, height: 150, format: "webp" });
    expect(thumb.headers.get("content-type")).toBe("image/webp");
  });

  test("S19.8 a size that an older version made as PNG is served as such, and goes with its image", async () => {
    const { tenant, id } = await given({});
    const path = `/products/${id}/media`;
    const { body } = await tenant.post(`${path}/upload`, formOf(FORMATS["image/png"](900, 900)));
    const old = FORMATS["image/png"](200, 200);
    const key = (await filesOf(tenant.id)).find((each) => each.endsWith("-thumb.webp")) ?? "";
    await services.files.delete(key);
    await services.files.put(key.replace(".webp", ""), old);

    const thumb = await fetchPublic(body.thumbnail_url);
    expect([thumb.headers.get("content-type"), thumb.bytes.equals(old)]).toEqual(["image/png", true]);

    expect((await tenant.delete(`${path}/${body.id}`)).status).toBe(204);
    expect(await filesOf(tenant.id)).toEqual([]);
  });

  test.each([
    ["an animated PNG", apng(FORMATS["image/png"](300, 200)), "image/png"],
    ["a JPEG with arithmetic coding", arithmetic(FORMATS["image/jpeg"](300, 200)), "image/jpeg"],
  ])("S19.6 takes %s", async (_, image, contentType) => {
    const { tenant, id } = await given({});
    const { status, body } = await tenant.post(`/products/${id}/media/upload`, formOf(image));
    expect([status, body.content_type, body.width, body.height]).toEqual([201, contentType, 300, 200]);
  });

  test.each([
    [2_000, 1],
    [201, 4_000],
  ])("S19.8 a picture of %d × %d keeps its shape as far as pixels can", async (width, height) => {
    const { tenant, id } = await given({});
    const { body } = await tenant.post(`/products/${id}/media/upload`, formOf(FORMATS["image/png"](width, height)));
    const expected = { width: 200, height: Math.max(1, Math.round((height * 200) / width)) };
    expect(sizeOf((await fetchPublic(body.thumbnail_url)).bytes)).toMatchObject(expected);
  });

  test("S19.8 an image that is small, or that cannot be decoded, replaces its smaller sizes", async () => {
    const { tenant, id } = await given({});
    // Its head is whole, what follows is not.
    const broken = Buffer.from(FORMATS["image/png"](900, 900));
    broken.fill(0, 60);
    for (const image of [GIF, SMALL, broken]) {
      const { status, body } = await tenant.post(`/products/${id}/media/upload`, formOf(image));
      expect([status, body.thumbnail_url]).toEqual([201, body.url]);
      expect((await fetchPublic(`${body.url}?size=thumb`)).bytes.equals(image)).toBe(true);
    }
  });

  test("D2-105 S19.7 one image is primary: the first, until another one is set", async () => {
    const { tenant, id } = await given({});
    const upload = async (fields = {}) =>
      (await tenant.post(`/products/${id}/media/upload`, formOf(SMALL, fields))).body;
    const first = await upload();
    const second = await upload();
    const third = await upload({ is_primary: "true" });
    expect([first, second, third].map((each) => [each.is_primary, each.position])).toEqual([
      [true, 0],
      [false, 1],
      [true, 2],
    ]);
    const { items } = (await tenant.get(`/products/${id}/media`)).body;
    expect(items.map((each: { is_primary: boolean }) => each.is_primary)).toEqual([false, false, true]);
  });

  test("D2-106 D2-112 the product has images then, in lists, in its score and where it is read", async () => {
    const tenant = await newTenant();
    const { id } = (await tenant.post("/products", { name: "Chair" })).body;
    const listed = async (has: boolean) => (await tenant.get(`/products?has_images=${has}`)).body.items;
    const before = (await tenant.get(`/products/${id}`)).body;
    expect([(await listed(true)).length, (await listed(false)).length]).toEqual([0, 1]);

    const { body: media } = await tenant.post(`/products/${id}/media/upload`, formOf(SMALL));

    const after = (await tenant.get(`/products/${id}`)).body;
    expect((await listed(true)).map((each: { primary_image_url: string }) => each.primary_image_url)).toEqual([
      media.url,
    ]);
    expect(await listed(false)).toEqual([]);
    expect(after.completeness_score).toBe(before.completeness_score + 10);
    expect(after.media).toEqual([media]);
    expect(after.primary_image_url).toBe(media.url);
    expect(after.updated_at > before.updated_at).toBe(true);
    const history = (await tenant.get(`/products/${id}/history`)).body;
    expect(JSON.stringify(history)).toContain(media.id);
  });

  test.each([
    ["no file", undefined, {}, ["file"]],
    ["an empty file", Buffer.alloc(0), {}, ["file"]],
    ["a long title", SMALL, { title: "x".repeat(256), alt_text: "x".repeat(256) }, ["title", "alt_text"]],
    ["a position below 0", SMALL, { position: "-1" }, ["position"]],
    ["a position that is none", SMALL, { position: "first", is_primary: "maybe" }, ["position", "is_primary"]],
  ])("D2-104 refuses %s and keeps nothing", async (_, file, fields, wrong) => {
    const { tenant, id } = await given({});
    const answer = await tenant.post(`/products/${id}/media/upload`, formOf(file, fields as Record<string, string>));
    expect([answer.status, faults(answer)]).toEqual([422, wrong]);
    expect(await filesOf(tenant.id)).toEqual([]);
  });

  test("D2-104 refuses a file over the limit and keeps nothing", async () => {
    const { tenant, id } = await given({});
    const large = Buffer.concat([JPEG, Buffer.alloc(50 * 1024 * 1024)]);
    const { status, body } = await tenant.post(`/products/${id}/media/upload`, formOf(large));
    expect([status, body.error.error_code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(await filesOf(tenant.id)).toEqual([]);
  });

  test("a repeated request is answered with the first one's image, and leaves no file of its own", async () => {
    const { tenant, id } = await given({});
    const key = { "idempotency-key": crypto.randomUUID() };
    const form = () => formOf(FORMATS["image/png"](300, 300));
    const first = await tenant.post(`/products/${id}/media/upload`, form(), key);
    const second = await tenant.post(`/products/${id}/media/upload`, form(), key);
    expect(second.body).toEqual(first.body);
    expect((await filesOf(tenant.id)).length).toBe(2);
  });

  test("an unknown product is 404, and so is another tenant's; nothing is stored", async () => {
    const { id } = await given({});
    const tenant = await newTenant();
    for (const product of [id, crypto.randomUUID()]) {
      expect((await tenant.post(`/products/${product}/media/upload`, formOf(SMALL))).status).toBe(404);
    }
    expect(await filesOf(tenant.id)).toEqual([]);
  });
});
