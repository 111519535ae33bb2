import { expect, test } from "bun:test";
import { priceInput } from "../../src/connectors/adapters/shopify/shopify-product.ts";
import { finePrice, priceText } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform, PLATFORM_IDS } from "../../src/connectors/engine/platforms.ts";
import { priceFor, priceTermsOf, priceWarnings, taxOf } from "../../src/connectors/engine/price-terms.ts";
import { ownPriceOf } from "../../src/connectors/engine/pull/pulled-prices.ts";
import { partsOf } from "../../workers/connectors/sent.ts";
import { lamp } from "../doubles/platforms/lamp.ts";

const termsOf = (platformId: string, syncOptions: Record<string, unknown> = {}) =>
  priceTermsOf({ syncOptions, shopPriceTax: "included" }, findPlatform(platformId) ?? expect.unreachable());
const UNTOLD = { taxRate: null, taxClass: null };
const MODEL = {
  country: "FR",
  pricesIncludeTax: false,
  defaultTaxClass: "standard",
  rates: { "standard FR": 20, "books FR": 5.5, "books DE": 7 },
};
const PRICE = { priceCents: 1_500, compareAtPriceCents: null, currency: "EUR" };

test("a price goes as the shop keeps it: the customer pays the one that is here", () => {
  const { priceCents } = priceFor(termsOf("prestashop"), PRICE, 19);
  // As PrestaShop 9.0.0 counts: without tax to six decimals, with its rule of 19 %.
  expect(finePrice(priceCents ?? 0)).toBe("12.605042");
  expect((12.605042 * 1.19).toFixed(2)).toBe("15.00");
  expect(priceFor(termsOf("woocommerce"), PRICE, 20)).toEqual(PRICE);
  expect(priceFor(termsOf("woocommerce", { price_tax: "excluded" }), PRICE, 20).priceCents).toBe(1_250);
  expect(priceFor(termsOf("amazon", { price_tax: "excluded" }), PRICE, 20)).toEqual(PRICE);
});

test("nothing is guessed: without a rate, or in another currency, no price goes, with the reason", () => {
  const without = priceFor(termsOf("prestashop"), PRICE, null);
  expect(without).toMatchObject({ priceCents: null, priceProblem: expect.stringContaining("default_tax_rate") });
  const terms = termsOf("prestashop", { default_tax_rate: 20, tax_classes: [{ rate: 5.5, tax_class: "2" }] });
  expect(taxOf(terms, UNTOLD)).toEqual({ taxRate: 20, taxClass: null });
  expect(taxOf(terms, { ...UNTOLD, taxRate: 5.5 })).toEqual({ taxRate: 5.5, taxClass: "2" });
  const dollars = { ...PRICE, currency: "USD" };
  for (const id of ["woocommerce", "shopify", "prestashop", "mirakl"]) {
    expect(priceFor(termsOf(id), dollars, 20)).toMatchObject({
      priceCents: null,
      priceProblem: expect.stringContaining("USD"),
    });
  }
  expect(priceFor(termsOf("woocommerce", { currency: "USD" }), dollars, 20)).toEqual(dollars);
  // The currency is sent to these.
  expect(priceFor(termsOf("ebay"), dollars, 20)).toEqual(dollars);
});

test("where a shop that may choose says that it keeps prices without tax, none goes or comes before its owner has decided", () => {
  const untold = (platformId: string, syncOptions: Record<string, unknown> = {}) =>
    priceTermsOf(
      { syncOptions, shopPriceTax: "excluded" },
      findPlatform(platformId) ?? expect.unreachable("no platform"),
    );
  for (const id of ["woocommerce", "shopify", "bigcommerce"]) {
    expect(priceFor(untold(id), PRICE, 20)).toMatchObject({
      priceCents: null,
      priceProblem: expect.stringContaining("sync_options.price_tax"),
    });
    expect(ownPriceOf(1_000, untold(id), { ...UNTOLD, priceCents: 1_500 })).toBeUndefined();
    expect(priceFor(untold(id, { price_tax: "included" }), PRICE, 20)).toEqual(PRICE);
    expect(priceFor(untold(id, { price_tax: "excluded" }), PRICE, 20).priceCents).toBe(1_250);
  }
  expect(priceFor(untold("prestashop"), PRICE, 20).priceCents).toBe(1_250);
});

test("no platform has its prices guessed: its API says how they are kept, it keeps them in one way, or its owner says it", async () => {
  for (const platform of PLATFORM_IDS.flatMap((id) => findPlatform(id) ?? []).filter(
    ({ fields }) => fields.price !== undefined,
  )) {
    const { undecided } = priceTermsOf({ syncOptions: {}, shopPriceTax: null }, platform);
    const adapter = await platform.adapter();
    const expected = adapter.priceTax ? "unasked" : platform.prices?.tax === undefined ? "unsaid" : undefined;
    expect([platform.id, undecided]).toEqual([platform.id, expected]);
    for (const price_tax of ["included", "excluded"])
      expect(priceTermsOf({ syncOptions: { price_tax }, shopPriceTax: null }, platform).undecided).toBeUndefined();
  }
});

test("a test warns where the options on prices do not fit the shop", () => {
  const warned = (platformId: string, syncOptions: Record<string, unknown>, facts: object) =>
    priceWarnings({ syncOptions }, findPlatform(platformId) ?? expect.unreachable(), { choices: {}, ...facts });
  for (const id of ["woocommerce", "shopify", "bigcommerce"]) {
    expect(warned(id, {}, { priceTax: "included" })).toEqual([]);
    expect(warned(id, {}, { priceTax: "excluded" })).toEqual([expect.stringContaining("no price is sent before")]);
    const sentWith = warned(id, { price_tax: "included" }, { priceTax: "excluded" });
    expect(sentWith).toEqual([expect.stringContaining('price_tax to "excluded"')]);
    const included = warned(id, { price_tax: "excluded" }, { priceTax: "included" });
    expect(included).toEqual([expect.stringContaining('price_tax to "included"')]);
    expect(warned(id, { price_tax: "excluded" }, { priceTax: "excluded" })).toEqual([]);
    expect(warned(id, {}, {})).toEqual([expect.stringContaining("has not said whether its prices contain tax")]);
    expect(warned(id, { price_tax: "excluded" }, {})).toEqual([]);
  }
  for (const id of ["magento", "squarespace"]) {
    expect(warned(id, {}, {})).toEqual([expect.stringContaining("The platform does not say")]);
    expect(warned(id, { price_tax: "included" }, {})).toEqual([]);
  }
  expect(warned("salesforce_commerce", {}, {})).toEqual([]);
  // PrestaShop's webservice has prices without tax under any setting.
  expect(warned("prestashop", {}, { priceTax: "excluded" })).toEqual([]);
  expect(warned("prestashop", { price_tax: "included" }, {})).toEqual([expect.stringContaining("has no effect")]);
  expect(warned("shopware", { price_tax: "included" }, {})).toEqual([expect.stringContaining("has no effect")]);
  const euros = { choices: { currencies: [{ id: "EUR", name: "Euro" }] } };
  expect(warned("woocommerce", { price_tax: "included" }, euros)).toEqual([]);
  expect(warned("woocommerce", { price_tax: "included", currency: "USD" }, euros)).toEqual([
    expect.stringContaining("no prices in USD"),
  ]);
});

test("a price in dinars goes with its third decimal, with tax and without", () => {
  const dinars = { priceCents: 12_345, compareAtPriceCents: 12_500, currency: "KWD" };
  const there = priceFor(termsOf("shopify", { currency: "KWD" }), dinars, 20);
  expect(there).toMatchObject({ priceCents: 1234.5, compareAtPriceCents: 1250 });
  expect(priceText(there.priceCents ?? 0, "KWD")).toBe("12.345");
  expect(priceText(there.compareAtPriceCents ?? 0, "KWD")).toBe("12.500");
  expect(priceInput({ ...there, wasReduced: false }, "KWD")).toEqual({ price: "12.345", compareAtPrice: "12.500" });
  const net = priceFor(termsOf("prestashop", { currency: "KWD" }), dinars, 5);
  expect(finePrice(net.priceCents ?? 0)).toBe("11.757143");
});

test("a price comes back as it went, in whole cents or with fractions", () => {
  const terms = termsOf("prestashop");
  for (const rate of [5.5, 19, 20, 21]) {
    for (let priceCents = 1; priceCents < 3_000; priceCents += 7) {
      const kept = priceFor(terms, { ...PRICE, priceCents }, rate).priceCents ?? expect.unreachable();
      expect(ownPriceOf(kept, terms, { ...UNTOLD, taxRate: rate, priceCents })).toBe(priceCents);
      expect(ownPriceOf(kept, terms, { ...UNTOLD, taxRate: rate, priceCents: null })).toBe(priceCents);
      expect(ownPriceOf(Math.round(kept), terms, { ...UNTOLD, taxRate: rate, priceCents })).toBe(priceCents);
    }
  }
  expect(ownPriceOf(1_000, terms, { ...UNTOLD, taxRate: 20, priceCents: 1_500 })).toBe(1_200);
});

test("a price that cannot be said with tax, or in our currency, is not taken", () => {
  const known = { ...UNTOLD, priceCents: 1_500 };
  expect(ownPriceOf(1_000, termsOf("prestashop"), known)).toBeUndefined();
  expect(ownPriceOf(1_000, termsOf("prestashop", { default_tax_rate: 20 }), known)).toBe(1_200);
  expect(ownPriceOf(1_000, termsOf("woocommerce"), known)).toBe(1_000);
  expect(ownPriceOf(1_000, termsOf("woocommerce", { currency: "USD" }), known)).toBeUndefined();
});

test("a price without tax goes with it where the shop keeps it so, and as it is where not; it comes back as it went", () => {
  for (const rate of [5.5, 19, 20, 21]) {
    const product = { ...UNTOLD, taxRate: rate };
    for (let priceCents = 1; priceCents < 3_000; priceCents += 7) {
      for (const id of ["woocommerce", "prestashop", "shopware"]) {
        const terms = { ...termsOf(id), model: MODEL };
        const kept = priceFor(terms, { ...PRICE, priceCents, isNet: true }, rate).priceCents ?? expect.unreachable();
        const isNetShop = terms.tax === "excluded";
        expect(kept).toBe(isNetShop ? priceCents : Math.round((priceCents * (100 + rate)) / 100 + 1e-9));
        expect(ownPriceOf(kept, terms, { ...product, priceCents })).toBe(priceCents);
      }
    }
  }
  const terms = { ...termsOf("woocommerce"), model: MODEL };
  expect(ownPriceOf(2_400, terms, { ...UNTOLD, priceCents: 1_500 })).toBe(2_000);
  expect(priceFor(terms, { ...PRICE, isNet: true }, null)).toMatchObject({
    priceCents: null,
    priceProblem: expect.stringContaining("/settings/tax/rates"),
  });
  expect(priceFor(terms, { ...PRICE, currency: "EUR", compareAtPriceCents: 2_000, isNet: true }, 20)).toMatchObject({
    priceCents: 1_800,
    compareAtPriceCents: 2_400,
  });
});

test("the rate is the product's own at home, that of its class, the connector's, then that of the default class", () => {
  const terms = { ...termsOf("woocommerce"), model: MODEL };
  const books = { taxRate: null, taxClass: "books" };
  expect(taxOf(terms, { ...books, taxRate: 10 }).taxRate).toBe(10);
  expect(taxOf(terms, { ...books, taxRate: 10 }, "DE").taxRate).toBe(7);
  expect(taxOf({ ...terms, rate: 8 }, books).taxRate).toBe(5.5);
  expect(taxOf({ ...terms, rate: 8 }, UNTOLD).taxRate).toBe(8);
  expect(taxOf(terms, UNTOLD).taxRate).toBe(20);
  expect(taxOf(terms, UNTOLD, "DE").taxRate).toBeNull();
  expect(taxOf({ ...terms, model: null }, books).taxRate).toBeNull();
});

test("another rate is another price to a platform that keeps prices with tax and without", () => {
  const sent = (item: object) => partsOf({ ...lamp("A"), ...item }).prices;
  expect(sent({ isBothTaxed: true, taxRate: 20 })).not.toBe(sent({ isBothTaxed: true, taxRate: 10 }));
  expect(sent({ taxRate: 20 })).toBe(sent({ taxRate: 10 }));
});
