import { expect, test } from "bun:test";
import { factsOf as magentoFacts } from "../../src/connectors/adapters/magento/magento-facts.ts";
import { factsOf as shopwareFacts } from "../../src/connectors/adapters/shopware/shopware-facts.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";

test("Shopware's currencies, taxes, languages and categories can be chosen from", async () => {
  const data: Record<string, unknown[]> = {
    "search/currency": [{ id: "c", isoCode: "EUR", name: "Euro" }],
    "search/tax": [{ id: "t1", name: "Standard rate", taxRate: 19 }],
    "search/language": [{ id: "l1", name: "Deutsch" }],
    "search/category": [{ id: "k1", name: "Home" }],
  };
  const { choices } = await shopwareFacts(async (path) => ({ data: data[path] }));
  expect(choices).toEqual({
    currencies: [{ id: "EUR", name: "Euro" }],
    taxes: [{ id: "t1", name: "Standard rate" }],
    languages: [{ id: "l1", name: "Deutsch" }],
    categories: [{ id: "k1", name: "Home" }],
  });
});

test("Magento's tax classes, currencies and sources can be chosen from; what may not be read is left out", async () => {
  const answers: [string, unknown][] = [
    ["directory/currency", { base_currency_code: "EUR", available_currency_codes: ["EUR", "USD"] }],
    ["taxClasses/search", { items: [{ class_id: 2, class_name: "Taxable Goods", class_type: "PRODUCT" }] }],
  ];
  const { choices } = await magentoFacts(async (path) => {
    const known = answers.find(([name]) => path.startsWith(name));
    if (!known) throw new PlatformError("credentials", "403");
    return known[1];
  });
  expect(choices).toEqual({
    currencies: [
      { id: "EUR", name: "EUR" },
      { id: "USD", name: "USD" },
    ],
    taxes: [{ id: "2", name: "Taxable Goods" }],
    locations: [],
  });
  await expect(magentoFacts(() => Promise.reject(new PlatformError("unreachable", "away")))).rejects.toThrow("away");
});
