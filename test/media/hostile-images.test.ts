import { describe, expect, test } from "bun:test";
import { services } from "../harness.ts";
import { faults, given } from "../products/given.ts";
import { FORMATS, formOf, GIF, pngHead } from "./images.ts";

const JPEG = FORMATS["image/jpeg"](300, 200);
const PNG = FORMATS["image/png"](300, 200);
const text = (content: string) => Buffer.from(content, "latin1");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
/** An empty archive. */
const ZIP = Buffer.concat([text("PK\u0005\u0006"), Buffer.alloc(18)]);

const NAMES = [
  "../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "a\0b.png",
  "C:\\x.png",
  `${"x".repeat(300)}.png`,
  ".png",
];

async function upload(file: Uint8Array, name?: string) {
  const { tenant, id } = await given({});
  const startedMs = performance.now();
  const answer = await tenant.post(`/products/${id}/media/upload`, formOf(file, {}, name));
  const tookMs = performance.now() - startedMs;
  const stored = (await Array.fromAsync(services.files.list(tenant.id))).map(({ key }) => key);
  return { answer, kept: stored, tookMs, tenant, id };
}

describe("T24 names of files", () => {
  test.each(NAMES)("%j is a name and never a path", async (name) => {
    const { answer, kept, tenant, id } = await upload(PNG, name);
    expect(answer.status).toBe(201);
    expect(answer.body.url).toMatch(/^\/api\/v1\/media\/[0-9a-f-]{36}\/[a-z0-9-]{1,100}\.png$/);
    for (const key of kept) expect(key).toStartWith(`${tenant.id}/media/${id}/${answer.body.id}`);
    expect(kept.length).toBe(2);
  });
});

describe("T25 files that are not images, or not only", () => {
  test.each([
    ["HTML called .png", text("<!doctype html><script>alert(1)</script>")],
    ["SVG", text(SVG)],
    ["SVG with an XML head", text(`<?xml version="1.0"?>${SVG}`)],
    ["a PDF", text("%PDF-1.7\n1 0 obj")],
    ["a ZIP", ZIP],
    ["text", text("hello")],
    ["noise", crypto.getRandomValues(Buffer.alloc(5_000)).fill(0, 0, 4)],
    ["TIFF", Buffer.concat([text("II*\0"), Buffer.alloc(100)])],
    ["BMP", Buffer.concat([text("BM"), Buffer.alloc(100)])],
    ["the first bytes of a PNG", PNG.subarray(0, 12)],
    ["a JPEG without a frame", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(50)])],
  ])("refuses %s", async (_, file) => {
    const { answer, kept } = await upload(file);
    expect([answer.status, faults(answer), kept]).toEqual([422, ["file"], []]);
  });

  test.each([
    ["a JPEG with a page behind it", Buffer.concat([JPEG, text("<html><body onload=alert(1)>")])],
    ["a PNG with a script in it", Buffer.concat([PNG.subarray(0, -12), text("<ScRiPt>x</script>"), PNG.subarray(-12)])],
    ["a GIF that is PHP", Buffer.concat([GIF, text("<?php system($_GET[0]) ?>")])],
    ["an image that is an archive", Buffer.concat([PNG, ZIP])],
    ["an archive with a comment", Buffer.concat([JPEG, ZIP.subarray(0, -2), Buffer.from([5, 0]), text("12345")])],
    ["a GIF that is a PDF", Buffer.concat([GIF, text("%PDF-1.4 ")])],
  ])("refuses %s", async (_, file) => {
    const { answer, kept } = await upload(file);
    expect([answer.status, faults(answer), kept]).toEqual([422, ["file"], []]);
    expect(answer.body.error.details[0].message).toContain("other data");
  });

  test("refuses a script that lies across two pieces of a long file", async () => {
    for (let shift = 0; shift < 8; shift++) {
      const padding = Buffer.alloc(65_536 - (JPEG.length % 65_536) - shift);
      const { answer } = await upload(Buffer.concat([JPEG, Buffer.alloc(2_000_000), padding, text("<script>")]));
      expect(answer.status).toBe(422);
    }
  });

  test("takes an image that only has more bytes than it needs, as cameras make them", async () => {
    expect((await upload(Buffer.concat([JPEG, Buffer.alloc(100_000)]))).answer.status).toBe(201);
  });
});

describe("T26 pixel floods", () => {
  test.each([
    [100_000, 100_000],
    [7_072, 7_072],
    [0xffffffff, 1],
    [0, 0],
  ])("a PNG of %d × %d is refused before it is decoded", async (width, height) => {
    const { answer, kept } = await upload(pngHead(width, height));
    expect([answer.status, faults(answer), kept]).toEqual([422, ["file"], []]);
  });

  test("50 million pixels are taken, one row more is not", async () => {
    expect((await upload(pngHead(10_000, 5_000))).answer.status).toBe(201);
    expect((await upload(pngHead(10_000, 5_001))).answer.status).toBe(422);
  });
});
