import { expect, test } from "bun:test";
import { finePrice } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { priceFor, priceTermsOf, taxOf } from "../../src/connectors/engine/price-terms.ts";
import { ownPriceOf } from "../../src/connectors/engine/pulled-prices.ts";

const termsOf = (platformId: string, syncOptions: Record<string, unknown> = {}) =>
  priceTermsOf({ syncOptions }, findPlatform(platformId) ?? expect.unreachable());
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
  expect(taxOf(terms, null)).toEqual({ taxRate: 20, taxClass: null });
  expect(taxOf(terms, 5.5)).toEqual({ taxRate: 5.5, taxClass: "2" });
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

test("a price comes back as it went, in whole cents or with fractions", () => {
  const terms = termsOf("prestashop");
  for (const rate of [5.5, 19, 20, 21]) {
    for (let priceCents = 1; priceCents < 3_000; priceCents += 7) {
      const kept = priceFor(terms, { ...PRICE, priceCents }, rate).priceCents ?? expect.unreachable();
      expect(ownPriceOf(kept, terms, { taxRate: rate, priceCents })).toBe(priceCents);
      expect(ownPriceOf(kept, terms, { taxRate: rate, priceCents: null })).toBe(priceCents);
      expect(ownPriceOf(Math.round(kept), terms, { taxRate: rate, priceCents })).toBe(priceCents);
    }
  }
  expect(ownPriceOf(1_000, terms, { taxRate: 20, priceCents: 1_500 })).toBe(1_200);
});

test("a price that cannot be said with tax, or in our currency, is not taken", () => {
  const known = { taxRate: null, priceCents: 1_500 };
  expect(ownPriceOf(1_000, termsOf("prestashop"), known)).toBeUndefined();
  expect(ownPriceOf(1_000, termsOf("prestashop", { default_tax_rate: 20 }), known)).toBe(1_200);
  expect(ownPriceOf(1_000, termsOf("woocommerce"), known)).toBe(1_000);
  expect(ownPriceOf(1_000, termsOf("woocommerce", { currency: "USD" }), known)).toBeUndefined();
});
