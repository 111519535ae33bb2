import { expect, test } from "bun:test";
import { woocommerce as sender } from "../../src/connectors/adapters/woocommerce/platform.ts";
import { deliveryOf } from "../../src/connectors/inbound/effects.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const platform = [...SHOPS, ...MORE_SHOPS].find(({ id }) => id === "woocommerce") ?? expect.unreachable();

test("a pull reads texts as their owner typed them", async () => {
  const product = { id: 4, sku: "S", name: "Vis &amp; écrous", description: "<p>A</p>", brands: [{ name: "A&amp;B" }] };
  const { adapter, api, shop } = await openPlatform(platform, { when: () => true, reply: () => ({ json: [product] }) });
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page?.products).toMatchObject([{ title: "Vis & écrous", description: "<p>A</p>", brand: "A&B" }]);
  expect(shop.asked[0]?.path).toContain("context=edit");
});

test("names in its webhooks have entities, those of others have none", () => {
  const webhook = sender.webhook ?? expect.unreachable();
  const titleOf = (hasEntities: boolean) => {
    const { hasEntities: _, ...plain } = webhook;
    const from = hasEntities ? webhook : plain;
    return deliveryOf(from, "product.updated", { id: 4, sku: "S", name: "Vis &amp; écrous" });
  };
  expect(titleOf(true)).toMatchObject({ product: { title: "Vis & écrous" } });
  expect(titleOf(false)).toMatchObject({ product: { title: "Vis &amp; écrous" } });
});

test("a product in the bin is no product that was sent; one that is gone is named", async () => {
  const answered = { id: 4, status: "trash", permalink: "https://receiver.test/p" };
  const gone = { id: 5, error: { code: "woocommerce_rest_product_invalid_id", message: "Invalid ID." } };
  const { push } = await openPlatform(platform, {
    when: ({ route }) => route.endsWith("/products/batch"),
    reply: () => ({ json: { update: [answered, gone] } }),
  });
  const known = [lamp("SKU-1", { externalId: "4" }), lamp("SKU-2", { externalId: "5" })];
  expect(await push(known, "stock")).toMatchObject([
    { error: expect.stringContaining("bin of the shop (product 4)") },
    { isMissing: true, error: expect.stringContaining("no longer has its product 5") },
  ]);
});
