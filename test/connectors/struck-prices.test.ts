import { describe, expect, test } from "bun:test";
import { pricesIn } from "../../src/connectors/adapters/amazon/amazon-prices.ts";
import { pricingOf } from "../../src/connectors/adapters/ebay/ebay-prices.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { messageFault, offerFault } from "./published/amazon.ts";
import { offersFault } from "./published/fnac-offers.ts";
import { octopiaFault } from "./published/octopia-offers.ts";

const REDUCED = { priceCents: 1_500, compareAtPriceCents: 2_000 };
const ENDED = { priceCents: 1_700, wasReduced: true };

async function open(id: string) {
  const platform = [...MARKETPLACES, ...SHOPS].find((each) => each.id === id) ?? expect.unreachable();
  const opened = await openPlatform(platform);
  const { shelf, push, shop } = opened;
  shelf.upsert("SKU-1");
  /** What is written with the price of a lamp that is there. */
  const priced = async (more: Partial<PushItem>) => {
    const before = shop.asked.length;
    const outcomes = await push([lamp("SKU-1", { externalId: "SKU-1", ...more })], "prices");
    expect(outcomes).toMatchObject([{ externalId: "SKU-1" }]);
    return shop.asked
      .slice(before)
      .map(({ text }) => text)
      .join("\n");
  };
  return { ...opened, priced };
}

describe("S31.3 the price that one is shown instead of", () => {
  test("Fnac Darty has it by its schema; what is reduced no more is instead of its own price", async () => {
    const { priced, adapter, api } = await open("fnac_darty");
    expect(await priced(REDUCED)).toContain("<price>15.00</price><instead_of_price>20.00</instead_of_price>");
    expect(await priced(ENDED)).toContain("<price>17.00</price><instead_of_price>17.00</instead_of_price>");
    expect(await priced({})).not.toContain("instead_of_price");
    // What one pays stays the price that is read.
    expect(await adapter.read(api, ["SKU-1"], "fr")).toMatchObject([{ priceCents: 1_250 }]);
    expect(
      offersFault("<offer><offer_reference>A</offer_reference><instead_of_price>0.00</instead_of_price></offer>"),
    ).toBe("instead_of_price 0.00");
    expect(offersFault("<offer><offer_reference>A</offer_reference><strike>1</strike></offer>")).toBe("strike 1");
  });

  test("Octopia has it beside the price of an offer", async () => {
    const { priced } = await open("cdiscount");
    expect(await priced(REDUCED)).toContain('"price":{"price":15,"originPrice":20,');
    expect(await priced(ENDED)).toContain('"price":{"price":17,"originPrice":17,');
    expect(await priced({})).toContain('"price":{"price":12.5,"taxes"');
    expect(octopiaFault([{ sellerExternalReference: "A", price: { price: 1, discount: 2 } }])).toContain("discount");
  });

  test("WiziShop has the whole price and a reduction by a percentage, without tax as with it", async () => {
    const { priced } = await open("wizishop");
    expect(JSON.parse(await priced(REDUCED))).toEqual({
      price_tax_excluded: 20,
      reduction: 25,
      reduction_type: "percentage",
    });
    expect(JSON.parse(await priced(ENDED))).toEqual({
      price_tax_excluded: 17,
      reduction: 0,
      reduction_type: "percentage",
    });
    expect(JSON.parse(await priced({}))).toEqual({ price_tax_excluded: 12.5 });
  });

  test("eBay has it with all of an offer, where its marketplace has such prices", async () => {
    const { push, shop, api } = await open("ebay");
    const asked = async (work: () => Promise<unknown>) => {
      const before = shop.asked.length;
      await work();
      return shop.asked
        .slice(before)
        .map(({ method, path, text }) => [`${method} ${path.split("/v1/")[1]}`, text] as const);
    };
    const lampOf = (sku: string, more: Partial<PushItem> = {}) =>
      lamp(sku, { externalId: sku, externalItemId: `o-${sku}`, ...more });
    const shown = async () => {
      const url = "https://api.ebay.com/sell/inventory/v1/offer/o-SKU-8";
      return (await api.request({ method: "GET", url })).json() as { pricingSummary: object };
    };
    const amount = (value: string) => ({ value, currency: "EUR" });
    const struck = { originalRetailPrice: amount("20.00"), originallySoldForRetailPriceOn: "OFF_EBAY" };
    expect(await push([lamp("SKU-8", REDUCED), lamp("SKU-9")])).toMatchObject([{ externalItemId: "o-SKU-8" }, {}]);
    const made = await shown();
    expect(made.pricingSummary).toEqual({ price: amount("15.00"), ...struck });

    const both = [lampOf("SKU-8", { ...REDUCED, priceCents: 1_400 }), lampOf("SKU-9")];
    const calls = await asked(async () => expect(await push(both, "prices")).toMatchObject([{}, {}]));
    expect(calls.map(([route]) => route)).toEqual([
      "POST bulk_update_price_quantity",
      "GET offer/o-SKU-8",
      "PUT offer/o-SKU-8",
    ]);
    expect(calls[0]?.[1]).not.toContain("SKU-8");
    expect(await shown()).toEqual({ ...made, pricingSummary: { price: amount("14.00"), ...struck } });
    await push([lampOf("SKU-8", ENDED)], "prices");
    expect((await shown()).pricingSummary).toEqual({ price: amount("17.00") });
    expect((await asked(() => push([lampOf("SKU-8")], "prices"))).map(([route]) => route)).toEqual([
      "POST bulk_update_price_quantity",
    ]);
    expect(pricingOf("EBAY_AT", { ...REDUCED, currency: "EUR" })).toEqual({ price: amount("15.00") });
  });

  test("Amazon has a discounted price, which goes with the offer that does not name it again", async () => {
    const { priced } = await open("amazon");
    const offerIn = async (more: Partial<PushItem>) => {
      const [, feed = ""] = (await priced(more))
        .split("\n")
        .filter((text) => text.includes("feedType") || text.includes("messages"))
        .toReversed();
      const { messages } = JSON.parse(feed);
      const [offer] = messages[0].patches[0].value;
      expect([messageFault(messages[0]), offerFault(offer)]).toEqual([[], []]);
      return offer;
    };
    const scheduled = (value_with_tax: number, days: object = {}) => [{ schedule: [{ value_with_tax, ...days }] }];
    expect(await offerIn(REDUCED)).toMatchObject({
      our_price: scheduled(20),
      discounted_price: scheduled(15, { start_at: "2020-01-01", end_at: "2099-12-31" }),
    });
    const ended = await offerIn(ENDED);
    expect(ended.our_price).toEqual(scheduled(17));
    expect(ended).not.toHaveProperty("discounted_price");
    expect(offerFault({ discounted_price: scheduled(15) })).toEqual(["schedule of discounted_price"]);
  });

  test("ManoMano, whose request for prices is not known to have one, gets what is paid", async () => {
    const { priced } = await open("manomano");
    expect(await priced(REDUCED)).toContain('"price":{"price_vat_included":15}');
  });
});

test("S31.3 what an Amazon listing costs is its reduced price, unless the reduction is the seller's own", async () => {
  const { adapter, api } = await open("amazon");
  expect((await adapter.read(api, ["SKU-1"], "fr"))[0]?.priceCents).toBeUndefined();
  const priceOf = (end_at: string) => {
    const offer = {
      our_price: [{ schedule: [{ value_with_tax: 20 }] }],
      discounted_price: [{ schedule: [{ value_with_tax: 15, start_at: "2020-01-01", end_at }] }],
    };
    return pricesIn({ attributes: { purchasable_offer: [offer] } });
  };
  expect([priceOf("2099-12-31T00:00:00.000Z"), priceOf("2026-12-24")]).toEqual([
    { priceCents: 1_500, compareAtPriceCents: 2_000 },
    { priceCents: 2_000, compareAtPriceCents: 2_000 },
  ]);
});

test("S31.3 a pull from WiziShop takes what a product costs; a reduction with dates or by an amount is the owner's own", async () => {
  const platform = SHOPS.find(({ id }) => id === "wizishop") ?? expect.unreachable();
  const priceOf = async (more: object) => {
    const { adapter, api } = await openPlatform(platform, {
      when: () => true,
      reply: () => ({ json: { id: 1, sku: "A", name: "Lamp", price_tax_excluded: 20, ...more } }),
    });
    return (await adapter.read(api, ["1"], "fr"))[0]?.priceCents;
  };
  expect(await priceOf({})).toBe(2_000);
  expect(await priceOf({ reduction: 25, reduction_type: "percentage", reduction_to: null })).toBe(1_500);
  expect(await priceOf({ reduction: 25, reduction_type: "percentage", reduction_to: "2026-12-24" })).toBe(2_000);
  expect(await priceOf({ reduction: 5, reduction_type: "amount" })).toBe(2_000);
});
