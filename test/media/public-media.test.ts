import { describe, expect, test } from "bun:test";
import { services } from "../harness.ts";
import { fetchPublic, filesOf, givenImages, SMALL } from "./given-images.ts";

describe("GET /media/{media_id}/{file_name}", () => {
  test("T25 S19.8 serves an image as nothing but an image, for ever", async () => {
    const { media } = await givenImages(1);
    const { status, headers } = await fetchPublic(media[0].url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(SMALL.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": 'inline; filename="ete-rouge.png"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  test("answers 304 to who has it, and HEAD without bytes", async () => {
    const { media } = await givenImages(1);
    const etag = (await fetchPublic(media[0].url)).headers.get("etag") ?? "";
    expect((await fetchPublic(media[0].url, { "if-none-match": etag })).status).toBe(304);
    expect((await fetchPublic(media[0].url, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await fetchPublic(media[0].url, {}, "HEAD");
    expect([head.status, head.bytes.byteLength, head.headers.get("etag")]).toEqual([200, 0, etag]);
  });

  test("an id that cannot be guessed is all it takes; any other is 404", async () => {
    const { media } = await givenImages(1);
    // Version 4: all of it is random.
    expect(media[0].id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const [name] = media[0].url.split("/").slice(-1);
    expect((await fetchPublic(`/api/v1/media/${crypto.randomUUID()}/${name}`)).status).toBe(404);
    expect((await fetchPublic(`/api/v1/media/${media[0].id}/page.html`)).status).toBe(404);
    expect((await fetchPublic(`${media[0].url}?size=huge`)).status).toBe(400);
  });

  test("a file that was lost is 404", async () => {
    const { tenant, media } = await givenImages(1);
    for (const key of await filesOf(tenant.id)) await services.files.delete(key);
    expect((await fetchPublic(media[0].url)).status).toBe(404);
  });
});
