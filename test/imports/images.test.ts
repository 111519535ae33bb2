import { describe, expect, test } from "bun:test";
import { listMedia } from "../../db/media/media.ts";
import { addImage } from "../../src/products/media/change-images.ts";
import { bytesAt, readCsv } from "../exports/export-file.ts";
import { clock, newTenant, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { formOf } from "../media/images.ts";
import { changeTimes, EANS, importFile, lines, type Tenant } from "./import-client.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map((name) => `https://img.example/${name}.jpg`) as [
  string,
  string,
  string,
  string,
];
const mapping = { ean: "ean", name: "name", photos: "image_urls" };

/** Imports one product with these images; after the first time they are its new list. */
const importImages = (tenant: Tenant, urls: readonly string[], name = "Apple") =>
  importFile(tenant, lines("ean,name,photos", `${EANS[0]},${name},${urls.join("|")}`), { mapping });

/** A product whose images an import has named. */
async function givenNamed(...urls: string[]) {
  const tenant = await newTenant();
  await importImages(tenant, urls);
  const id = (await tenant.get("/products")).body.items[0].id as string;
  return { tenant, id };
}

interface Image {
  id: string;
  url: string;
  position: number;
  is_primary: boolean;
}
const imagesOf = async (tenant: Tenant, id: string): Promise<Image[]> =>
  (await tenant.get(`/products/${id}/media`)).body.items;
/** Addresses in their order, with a star at the primary one's; "upload" for what is stored here. */
const shown = (images: readonly Image[]) =>
  images.map(({ url, is_primary }) => `${is_primary ? "*" : ""}${url.startsWith("/api/") ? "upload" : url}`);
const primaryOf = async (tenant: Tenant, id: string) => (await tenant.get(`/products/${id}`)).body.primary_image_url;
const upload = async (tenant: Tenant, id: string, fields: Record<string, string> = {}) => {
  const { status, body } = await tenant.post(`/products/${id}/media/upload`, formOf(SMALL, fields));
  expect(status).toBe(201);
  return body as Image;
};
/** The first product's `image_url` and `image_urls`, as a CSV export has them. */
const exported = async (tenant: Tenant) => {
  const { bytes } = await bytesAt(tenant, "/exports/stream/csv/products?include_fields=image_url,image_urls");
  return readCsv(bytes).rows[0];
};

describe("images that an import names", () => {
  test("S37.19 more of them than a product can have are cut with a warning", async () => {
    const tenant = await newTenant();
    const urls = (from: number) => Array.from({ length: 40 }, (_, index) => `https://img.example/${from + index}.jpg`);
    const row = `${EANS[0]},Apple,${[0, 40, 80].map((from) => urls(from).join("|")).join(",")}`;
    const job = await importFile(tenant, lines("ean,name,one,two,three", row), {
      mapping: { ean: "ean", name: "name", one: "image_urls", two: "image_urls", three: "image_urls" },
    });
    expect(job).toMatchObject({ status: "completed", successful_rows: 1, warning_count: 1 });
    expect((await tenant.get(`/imports/${job.id}/errors`)).body.items).toMatchObject([
      { severity: "warning", error_type: "too_long", field: "image_urls", row_number: 2 },
    ]);
    const [product] = (await tenant.get("/products")).body.items;
    expect(await imagesOf(tenant, product.id)).toHaveLength(100);
  });

  test("one that is stored here is not added again by its whole address, as an export of CSV has it", async () => {
    const { tenant, id } = await givenNamed(A);
    await upload(tenant, id, { is_primary: "true" });
    const before = await imagesOf(tenant, id);
    const [primary = "", all = ""] = (await exported(tenant)) ?? [];
    expect(all.split("|")).toEqual([A, primary]);
    await importImages(tenant, all.split("|"), "Renamed");
    expect(await imagesOf(tenant, id)).toEqual(before);
    expect((await exported(tenant))?.[0]).toBe(primary);
  });

  test("S19.7 are the product's, the first of them primary, without a row of their own", async () => {
    const { tenant, id } = await givenNamed(A, B, A);
    const { body } = await tenant.get(`/products/${id}`);
    expect(body.media).toEqual(await imagesOf(tenant, id));
    expect(body.media.map(({ id: _, ...rest }: Image) => rest)).toEqual(
      [A, B].map((url, position) => ({
        product_id: id,
        type: "image",
        url,
        thumbnail_url: url,
        title: null,
        alt_text: null,
        position,
        is_primary: position === 0,
        content_type: null,
        size: null,
        width: null,
        height: null,
        source: "import",
        created_at: body.created_at,
      })),
    );
    expect(body.primary_image_url).toBe(A);
    expect(await listMedia(tenant.db, id)).toEqual([]);
    expect((await tenant.get("/products?has_images=true")).body.meta.total).toBe(1);
  });

  test("keep their ids, version 5, when they become rows", async () => {
    const { tenant, id } = await givenNamed(A, B);
    const named = await imagesOf(tenant, id);
    expect(named[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab]/);
    const { status, body } = await tenant.patch(`/products/${id}/media/${named[1]?.id}`, { alt_text: "Alt" });
    expect([status, body]).toEqual([200, { ...named[1], alt_text: "Alt" }]);
    expect(await imagesOf(tenant, id)).toEqual([named[0], body]);
    expect((await listMedia(tenant.db, id)).length).toBe(2);
  });

  test("no change of one is none", async () => {
    const { tenant, id } = await givenNamed(A);
    const before = await changeTimes(tenant);
    const [image] = await imagesOf(tenant, id);
    expect((await tenant.patch(`/products/${id}/media/${image?.id}`, { is_primary: true })).status).toBe(200);
    expect(await changeTimes(tenant)).toEqual(before);
  });

  test("an upload joins them, and is primary only when it says so", async () => {
    const { tenant, id } = await givenNamed(A, B);
    await upload(tenant, id);
    expect(shown(await imagesOf(tenant, id))).toEqual([`*${A}`, B, "upload"]);
    expect(await primaryOf(tenant, id)).toBe(A);
    const chosen = await upload(tenant, id, { is_primary: "true" });
    expect(shown(await imagesOf(tenant, id))).toEqual([A, B, "upload", "*upload"]);
    expect(await primaryOf(tenant, id)).toBe(chosen.url);
  });

  test("can be deleted; the same file does not bring them back", async () => {
    const { tenant, id } = await givenNamed(A, B);
    const score = (await tenant.get(`/products/${id}`)).body.completeness_score;
    const [first, second] = await imagesOf(tenant, id);
    expect((await (await newTenant()).delete(`/products/${id}/media/${first?.id}`)).status).toBe(404);
    expect((await tenant.delete(`/products/${id}/media/${first?.id}`)).status).toBe(204);
    expect(shown(await imagesOf(tenant, id))).toEqual([`*${B}`]);
    expect(await importImages(tenant, [A, B])).toMatchObject({ products_updated: 0 });
    expect(await primaryOf(tenant, id)).toBe(B);
    expect((await tenant.delete(`/products/${id}/media/${second?.id}`)).status).toBe(204);
    expect(await importImages(tenant, [A, B])).toMatchObject({ products_updated: 0 });
    const { body } = await tenant.get(`/products/${id}`);
    expect([body.media, body.primary_image_url, body.completeness_score]).toEqual([[], null, score - 10]);
    expect((await tenant.get("/products?has_images=true")).body.meta.total).toBe(0);
  });

  test.each([
    [[], [A, B, C]],
    [["upload"], [A, B, C]],
  ])("the same file again changes nothing, after %j", async (uploads, urls) => {
    const { tenant, id } = await givenNamed(...urls);
    for (const _ of uploads) await upload(tenant, id, { is_primary: "true" });
    const before = [await imagesOf(tenant, id), await changeTimes(tenant), await listMedia(tenant.db, id)];
    clock.nowMs += 1_000;
    expect(await importImages(tenant, urls)).toMatchObject({ products_created: 0, products_updated: 0 });
    expect([await imagesOf(tenant, id), await changeTimes(tenant), await listMedia(tenant.db, id)]).toEqual(before);
  });

  test("another value of the row leaves the images and their primary one", async () => {
    const { tenant, id } = await givenNamed(A);
    await upload(tenant, id, { is_primary: "true" });
    const before = await imagesOf(tenant, id);
    expect(await importImages(tenant, [A], "Apricot")).toMatchObject({ products_updated: 1 });
    expect(await imagesOf(tenant, id)).toEqual(before);
    expect(await primaryOf(tenant, id)).toBe(before.find((image) => image.is_primary)?.url ?? "");
  });
});

describe("another list of images", () => {
  test("takes the place of the one before", async () => {
    const { tenant, id } = await givenNamed(A, B);
    expect(await importImages(tenant, [C, A])).toMatchObject({ products_updated: 1 });
    expect(shown(await imagesOf(tenant, id))).toEqual([`*${C}`, A]);
    expect(await primaryOf(tenant, id)).toBe(C);
  });

  test("replaces only what imports named, in its places; an uploaded primary one stays", async () => {
    const { tenant, id } = await givenNamed(A, B);
    const { id: uploaded } = await upload(tenant, id, { is_primary: "true", position: "0" });
    await tenant.post(`/products/${id}/media/reorder`, {
      media_ids: [
        uploaded,
        ...(await imagesOf(tenant, id)).flatMap((image) => (image.id === uploaded ? [] : image.id)),
      ],
    });
    const before = await imagesOf(tenant, id);
    expect(await importImages(tenant, [C, B, D])).toMatchObject({ products_updated: 1 });
    const after = await imagesOf(tenant, id);
    expect(shown(after)).toEqual(["*upload", C, B, D]);
    expect(after.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    // What is in both is the same image.
    expect(after[2]?.id).toBe(before[2]?.id ?? "");
    expect(await primaryOf(tenant, id)).toBe(after[0]?.url ?? "");
  });

  test.each([
    ["follows its first, as before", 0, [C, A, B], [`*${C}`, A, B, "upload"]],
    ["stays the one that was chosen", 1, [C, A, B], [C, A, `*${B}`, "upload"]],
    ["is the lowest one when the chosen one is gone", 1, [C, A], [`*${C}`, A, "upload"]],
  ] as const)("the primary one %s", async (_, chosen, urls, expected) => {
    const { tenant, id } = await givenNamed(A, B, D);
    await upload(tenant, id);
    const image = (await imagesOf(tenant, id))[chosen];
    await tenant.post(`/products/${id}/media/${image?.id}/primary`);
    await importImages(tenant, urls);
    expect(shown(await imagesOf(tenant, id)).toSorted()).toEqual(expected.toSorted());
    expect(await primaryOf(tenant, id)).toBe(expected.find((url) => url.startsWith("*"))?.slice(1) ?? "");
  });

  test("that names an image of another source again gives the product no second one", async () => {
    const { tenant, id } = await givenNamed(A);
    const scraped = {
      id: crypto.randomUUID(),
      productId: id,
      source: "scraper",
      url: D,
      sourceUrl: null,
      isStored: false,
    } as const;
    const unknown = { fileName: null, contentType: null, sizeBytes: null, sha256: null, width: null, height: null };
    const plain = { title: null, altText: null, position: null, isPrimary: false, thumbnails: [] };
    await services.write(addImage, tenant.id, { ...scraped, ...unknown, ...plain });
    await importImages(tenant, [A, D, B]);
    expect(shown(await imagesOf(tenant, id)).toSorted()).toEqual([`*${A}`, B, D].toSorted());
  });
});

test("S35.5 exports name the images in their order, uploads too", async () => {
  const { tenant, id } = await givenNamed(A, B);
  expect(await exported(tenant)).toEqual([A, `${A}|${B}`]);
  const { url } = await upload(tenant, id, { is_primary: "true" });
  expect(await exported(tenant)).toEqual([`http://localhost${url}`, `${A}|${B}|http://localhost${url}`]);
  for (const image of await imagesOf(tenant, id)) await tenant.delete(`/products/${id}/media/${image.id}`);
  expect(await exported(tenant)).toEqual(["", ""]);
});
