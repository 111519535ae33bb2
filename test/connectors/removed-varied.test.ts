import { expect, test } from "bun:test";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { EVERY, openEvery } from "./every-platform.ts";
import { EANS } from "./varied-catalog.ts";

/** Those whose double keeps variants. */
const VARIED = new Set(["magento", "bigcommerce", "squarespace", "shopware", "salesforce_commerce", "amazon", "ebay"]);
const CASES = EVERY.filter(([id]) => VARIED.has(id)).flatMap(([id, platform]) =>
  ["no_stock", ...(findPlatform(id)?.hides ? ["hide"] : [])].map((how) => [id, how, platform] as const),
);

test.each(CASES)(
  "%s, %s: a product with variants is taken from sale once, and sold again",
  async (_, how, platform) => {
    const { tenant, sync, askedIn, shop } = await openEvery(platform, { syncOptions: { when_removed: how } });
    const { body: made } = await tenant.post("/products", {
      name: "Shirt",
      description: "Linen",
      ean: EANS.shirt,
      reference: "SH",
      price: 20,
    });
    const variant = (size: string, ean: string) => ({
      ...{ sku: `SH-${size}`, ean, option_values: { Size: size }, price: 20, stock: 3 },
    });
    const variants = [variant("S", EANS.small), variant("M", EANS.medium)];
    await tenant.post(`/products/${made.id}/variants/bulk`, { variants });
    expect(await sync("push-products")).toMatchObject({ errors: 0 });
    await sync("push-stock");
    const turn = async (status: string) => {
      await tenant.put(`/products/${made.id}`, { status });
      expect(await sync("push-stock")).toMatchObject({
        pushed: status === "inactive" ? 1 : expect.anything(),
        errors: 0,
      });
      await sync("push-products");
      await sync("push-stock");
      expect(await askedIn(() => sync("push-stock"))).toEqual([]);
    };
    const sentIn = async (status: string) => {
      const before = shop.asked.length;
      await turn(status);
      return shop.asked
        .slice(before)
        .map(({ text }) => text)
        .join("\n");
    };
    const level = (quantity: number) =>
      new RegExp(`"(?:quantity|amount|inventory_level|stock|qty|value)":"?${quantity}\\b`);
    const [off, on] = [await sentIn("inactive"), await sentIn("active")];
    expect(off).not.toBe("");
    expect(on).not.toBe("");
    if (how !== "no_stock") return;
    expect(off).toMatch(level(0));
    expect(on).toMatch(level(3));
  },
);
