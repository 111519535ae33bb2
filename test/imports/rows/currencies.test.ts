import { describe, expect, test } from "bun:test";
import { currencyColumnOf, headerCurrency, partCurrency } from "../../../src/imports/map/values/currencies.ts";
import { newTenant } from "../../harness.ts";
import { EANS, importFile, lines, problemsOf, productRows } from "../import-client.ts";

describe("an amount and its currency", () => {
  test.each([
    ["10.00 USD", "10.00", "USD"],
    ["US$ 22", "22", "USD"],
    ["£9.99", "9.99", "GBP"],
    ["1500 JPY", "1500", "JPY"],
    ["374990 KZT", "374990", "KZT"],
    ["1 800,13 TL", "1 800,13", "TRY"],
    ["20 Kč", "20", "CZK"],
    ["88 zł", "88", "PLN"],
    ["12 500 Fcfa", "12 500", "XOF"],
    ["99 грн.", "99", "UAH"],
    ["$5", "5", "$"],
    ["100 kr", "100", "kr"],
    ["12,50 €", "12,50", "EUR"],
    ["R$ 89,90", "89,90", "BRL"],
  ])("of %s are distinguished", (text, figure, currency) => {
    expect(partCurrency(text)).toEqual({ figure, currency });
  });

  test.each(["12.50", "ab 12,50", "12 Stk", "on request", "10 per", "", "1".repeat(10_000)])(
    "of %p none is named",
    (text) => {
      expect(partCurrency(text)).toEqual({ figure: text, currency: undefined });
    },
  );

  test("headers name it, and some columns hold nothing else", () => {
    expect(["priceRUAH", "Price (USD)", "price_pln", "Prix €", "Price", "All prices"].map(headerCurrency)).toEqual([
      "UAH",
      "USD",
      "PLN",
      "EUR",
      undefined,
      undefined,
    ]);
    const columns = ["price", "offer.price.amount", "offer.price.currency", "shipping.currency"];
    expect(columns.map((column) => currencyColumnOf(column, columns))).toEqual([
      undefined,
      "offer.price.currency",
      "offer.price.currency",
      "shipping.currency",
    ]);
    for (const name of ["currencyId", "CURRENCY_CODE", "Валюта"]) {
      expect(columns.slice(0, 2).map((column) => currencyColumnOf(column, [name, ...columns]))).toEqual([
        name,
        "offer.price.currency",
      ]);
    }
  });
});

describe("a price in another currency", () => {
  const prices = async (tenant: Awaited<ReturnType<typeof newTenant>>) =>
    (await tenant.get("/products?sort_by=title&sort_order=asc")).body.items.map(
      ({ price }: { price: number }) => price,
    );

  test("is left out with its name, never stored as the bare number", async () => {
    const tenant = await newTenant();
    const file = lines(
      "ean;name;price",
      `${EANS[0]};A;10.00 USD`,
      `${EANS[1]};B;12,50 €`,
      `${EANS[2]};C;"229,99 Incl. btw"`,
    );

    const mapping = { ean: "ean", name: "name", price: "price" };
    const record = await importFile(tenant, file, { mapping, options: { decimal_separator: "," } });

    expect(record).toMatchObject({ status: "completed", products_created: 3, warning_count: 1 });
    expect(await prices(tenant)).toEqual([null, 12.5, 229.99]);
    expect(await problemsOf(tenant, record.id)).toMatchObject([
      { field: "price", severity: "warning", message: "price is in USD, and prices here are in EUR; it was left out" },
    ]);
  });

  test("is known by the column beside it, row by row, and by its header", async () => {
    const tenant = await newTenant();
    const mapping = { ean: "ean", name: "name", "price PLN": "cost_price", price: "price" };
    const file = lines(
      "ean;name;price;currency;price PLN",
      `${EANS[0]};A;10;EUR;40`,
      `${EANS[1]};B;10;GBP;`,
      `${EANS[2]};C;10;;`,
    );

    const record = await importFile(tenant, file, { mapping });

    expect(await prices(tenant)).toEqual([10, null, 10]);
    expect((await problemsOf(tenant, record.id)).map(({ field }) => field).toSorted()).toEqual(["cost_price", "price"]);
    expect(await productRows(tenant)).toHaveLength(3);
  });
});
