import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { BLANK, picture } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Call, Platform } from "../doubles/platforms/platform.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import type { Reply } from "../doubles/shops.ts";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

const item: PushItem = {
  ...BLANK,
  productId: "p1",
  externalId: null,
  externalItemId: null,
  ean: null,
  sku: "SKU 1",
  title: "Chair",
  description: "",
  brand: null,
  category: null,
  priceCents: 1_250,
  currency: "EUR",
  stock: 3,
  weight: null,
  images: [picture("https://images.example/chair.png")],
};

/**
 * A site whose images are processed when they are requested the third time. `status`: what the catalog's image answers.
 */
function siteWithImages(status: number): Platform {
  const squarespace = MORE_SHOPS.find(({ id }) => id === "squarespace") ?? expect.unreachable();
  const states = ["QUEUED", "PROCESSING"];
  const answer: Platform["answer"] = (shelf) => {
    const own = squarespace.answer(shelf);
    const images = (call: Call): Reply | undefined => {
      if (/^POST .*\/images$/.test(call.route)) return { status: 202, json: { imageId: "i1" } };
      if (!call.route.endsWith("/images/i1/status")) return undefined;
      return { json: { status: states.shift() ?? "READY" } };
    };
    const image = { status, headers: { "content-type": "image/png" }, bytes: PNG };
    return (call) => (call.host === "images.example" ? image : (images(call) ?? own(call)));
  };
  return { ...squarespace, answer };
}

test("Squarespace gets a product's image as a file, and is called until it is processed", async () => {
  const { push, shop } = await openPlatform(siteWithImages(200));
  expect(await push([item])).toEqual([expect.objectContaining({ externalId: "p1001" })]);
  const sent = shop.asked.find(
    ({ method, path }) => method === "POST" && path === "/v2/commerce/products/p1001/images",
  );
  expect(sent?.headers["content-type"]).toStartWith("multipart/form-data; boundary=");
  expect(sent?.text).toContain('name="file"; filename="SKU-1.png"');
  expect(shop.asked.filter(({ path }) => path.endsWith("/i1/status"))).toHaveLength(3);
});

test.each([403, 404, 503])("a product whose image answers %d is there without it", async (status) => {
  const { push, shop } = await openPlatform(siteWithImages(status));
  expect(await push([item])).toEqual([expect.objectContaining({ externalId: "p1001" })]);
  expect(shop.asked.some(({ path }) => path.endsWith("/images"))).toBe(false);
});
