import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { decodePage } from "../../src/ai/web/decode-page.ts";
import { chooseOffer } from "../../src/prices/price-monitor/page/choose-offer.ts";
import { gtinOf, type PageOffer } from "../../src/prices/price-monitor/page/offers.ts";
import { readPageData } from "../../src/prices/price-monitor/page/page-data.ts";
import { productsOf } from "../../src/prices/price-monitor/page/products.ts";
import { readAmount } from "../../src/prices/price-monitor/page/read-amount.ts";
import { readByRules } from "../../src/prices/price-monitor/page/selectors/read-by-rules.ts";

/** The pages of `pages/`: markup as shop systems write it, by us after the public vocabularies. */
const PAGES: Record<string, [ean: string, cents: number, availability: string | null, more?: Partial<PageOffer>]> = {
  shopify: ["4000000070016", 4990, "in_stock"],
  woocommerce: ["4000000070023", 11900, "in_stock", { originalCents: 13900, seller: "Mühlenladen" }],
  prestashop: ["4000000070030", 8890, "in_stock", { seller: "Meubles du Nord" }],
  magento: ["4000000070047", 129900, "in_stock"],
  shopware: ["4000000070054", 123450, "limited"],
  bigcommerce: ["4000000070061", 6495, "in_stock"],
  squarespace: ["4000000070078", 8200, "out_of_stock"],
  wix: ["4000000070085", 1750, "in_stock"],
  oxid: ["4000000070092", 47900, "preorder"],
  sylius: ["4000000070108", 3518, "in_stock"],
  opencart: ["4000000070115", 109900, "out_of_stock"],
  odoo: ["4000000070122", 235000, null],
  "drupal-commerce": ["4000000070139", 25900, "backorder"],
  ecwid: ["4000000070146", 725, "in_stock"],
  "salesforce-commerce": ["4000000070153", 31000, "in_stock"],
  commercetools: ["4000000070160", 89999, "in_stock", { shippingCents: 2990 }],
  jtl: ["4000000070177", 12990, "in_stock", { seller: "Werkzeug Müller" }],
  gambio: ["4000000070184", 22900, "in_stock"],
  marketplace: ["4000000070191", 8900, "in_stock", { seller: "Best Sound" }],
  yoast: ["4000000070207", 4400, "in_stock"],
  "facebook-metas": ["4000000070214", 9900, "in_stock", { originalCents: 15000 }],
  plentymarkets: ["4000000070221", 5495, "in_stock", { originalCents: 6495 }],
  "broken-code": ["4000000070276", 1250, null],
};

const read = (name: string, ean: string) => {
  const html = decodePage(readFileSync(`test/price-monitor/pages/${name}.html`), "text/html");
  const gtins = [gtinOf(ean) ?? ""];
  return { products: productsOf(readPageData(html)), sought: { gtins, skus: ["OUR-SKU"], rates: {} } };
};

describe("the price on a page", () => {
  test.each(Object.entries(PAGES))("S39.8 of %s", (name, [ean, priceCents, availability, more = {}]) => {
    const { products, sought } = read(name, ean);
    expect(chooseOffer(products, sought)).toMatchObject({ priceCents, availability, ...more });
    const gtins = products.flatMap((product) => [...product.gtins, ...product.offers.flatMap((offer) => offer.gtins)]);
    if (name !== "squarespace") expect(gtins).toContain(gtinOf(ean) ?? "");
  });

  test.each([
    ["no-price", "4000000070238", "prices.check_no_price"],
    ["other-product", "4000000070245", "prices.check_other_product"],
    ["dollars", "4000000070252", "prices.check_currency"],
    ["without-vat", "4000000070269", "prices.check_net"],
  ])("S39.8 is none of %s, and it says why", (name, ean, key) => {
    const { products, sought } = read(name, ean);
    expect(chooseOffer(products, sought)).toMatchObject({ key });
  });

  test("in another currency is converted by the tenant's rate", () => {
    const { products, sought } = read("dollars", "4000000070252");
    const offer = products.flatMap(({ offers }) => offers).find(({ currency }) => currency === "USD");
    expect(chooseOffer(products, { ...sought, rates: { USD: 2 } })).toMatchObject({
      priceCents: Math.round((offer?.priceCents ?? 0) / 2),
      quotedCents: offer?.priceCents ?? 0,
      quotedCurrency: "USD",
      exchangeRate: 2,
    });
  });

  test("S39.8 is that of the variant with our SKU, in another currency than the others", () => {
    const { products } = read("shopify", "4000000070016");
    const sought = { gtins: [], skus: ["OSLO-R"], rates: {} };
    expect(chooseOffer(products, sought)).toMatchObject({ priceCents: 3990, availability: "out_of_stock" });
  });

  test.each([
    ["1.299,00 €", 129900],
    ["1,299.00", 129900],
    ["1 299,00", 129900],
    ["1'299.50", 129950],
    ["29.900000", 2990],
    ["12,5", 1250],
    ["1,299", 129900],
    ["€ 7", 700],
    ["0.105", 11],
    [19.99, 1999],
    ["-5", null],
    ["on request", null],
    ["", null],
    [Number.NaN, null],
    ["1".repeat(40), null],
    ["1.299,- €", 129900],
    ["1.234 €", 123400],
    ["1.299", null],
    [1.299, 130],
    ["12.500 TND", 1250],
    ["12,500 TND", null],
    [".75", 75],
    ["$..75", 75],
    ["Rs.75", 7500],
    ["35€ 99", 3599],
    ["12€50", 1250],
    ["12€ 50€", 1200],
    ["1 234:50", 123450],
    ["40% OFF", null],
    ["3 for 14,85 EUR", 1485],
    ["26 to 50 €", 2600],
    ["10 / 20 € / 30 €", null],
    ["15.08.2017", null],
    ["1e5", null],
    ["99¢", null],
    [`${" ".repeat(198)}1299`, null],
  ])("reads %p as %p cents", (given, cents) => expect(readAmount(given)).toBe(cents));

  test.each([
    ["12.345", "KWD", 12_345],
    [12.345, "KWD", 12_345],
    ["12.345 KWD", "KWD", 12_345],
    ["1,250.5", "BHD", 1_250_500],
    ["12,345", "KWD", null],
    ["1.299", "EUR", null],
    [19.999, "EUR", 2000],
  ])("reads %p of a page in %s in the units that are stored", (given, currency, units) =>
    expect(readAmount(given, currency)).toBe(units),
  );

  test("in dinars keeps its third decimal, by markup and by a competitor's rules", () => {
    const data = { "@type": "Product", sku: "PEN", offers: { "@type": "Offer", price: "6.505", priceCurrency: "KWD" } };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><b class="price">6.255</b>`;
    const sought = { gtins: [], skus: ["PEN"], rates: { KWD: 0.3574 } };
    expect(chooseOffer(productsOf(readPageData(html)), sought)).toMatchObject({
      ...{ priceCents: 1820, quotedCents: 6505, quotedCurrency: "KWD" },
    });
    expect(readByRules(html, { price: { css: ".price" }, currency: "KWD" }).offer).toMatchObject({
      ...{ priceCents: 6255, currency: "KWD" },
    });
  });

  test("S39.8 is read from RDFa, with prefixes, content and text", () => {
    const html = `<html prefix="og: https://ogp.me/ns#"><body vocab="https://schema.org/" typeof="WebPage">
      <div typeof="schema:Product"><h1 property="schema:name">Lamp</h1><a rel="nofollow" href="/x">x</a>
        <meta property="schema:gtin13" content="4000000070016">
        <div property="offers" typeof="Offer"><span property="price" content="49.90">49,90 €</span>
          <meta property="priceCurrency" content="EUR"><link property="availability" href="https://schema.org/InStock"></div>
      </div>
      <div vocab="https://schema.org/" typeof="Product"><span property="name">Cable</span>
        <div rel="offers" typeof="Offer"><b property="price">9,90</b> <i property="priceCurrency">EUR</i></div></div></body>`;
    const products = productsOf(readPageData(html));

    expect(products).toMatchObject([
      { gtins: ["04000000070016"], offers: [{ priceCents: 4990, currency: "EUR", availability: "in_stock" }] },
      { offers: [{ priceCents: 990, currency: "EUR" }] },
    ]);
  });

  test("S39.8 is that of a book that no product is called", () => {
    const book = {
      "@type": "Book",
      isbn: "9783161484100",
      offers: { "@type": "Offer", price: "12.50", priceCurrency: "EUR" },
    };
    const html = `<script type="application/ld+json">${JSON.stringify(book)}</script>`;

    expect(productsOf(readPageData(html))).toMatchObject([
      { gtins: ["09783161484100"], offers: [{ priceCents: 1250 }] },
    ]);
  });

  test.each([
    ["with a mark, little end first", "utf16le", "\ufeff", "text/html; charset=utf-8"],
    ["with a mark, big end first", "utf16be", "\ufeff", "text/html"],
    ["named by the header", "utf16le", "", "text/html; charset=utf-16"],
    ["without a word", "utf16be", "", undefined],
  ])("S39.8 is read from UTF-16 %s", (_, encoding, mark, type) => {
    const bytes = Buffer.from(`${mark}<meta charset="utf-16"><p>Lampe für 49,90 €</p>`, "utf16le");
    if (encoding === "utf16be") bytes.swap16();

    expect(decodePage(bytes, type)).toBe('<meta charset="utf-16"><p>Lampe für 49,90 €</p>');
  });

  test("S39.8 is read from a page of single bytes that calls itself UTF-16", () => {
    expect(decodePage(Buffer.from('<meta charset="utf-16"><p>für'), "text/html")).toContain("für");
  });

  test.each([
    ["elements in elements", "<div itemscope itemprop=x>".repeat(120_000)],
    ["ends of nothing", `${"<b>".repeat(1_500)}${"</i>".repeat(300_000)}`],
    ["lists in lists", `<script type="application/ld+json">${"[".repeat(300_000)}</script>`],
    [
      "items in items",
      `<script type="application/ld+json">${'{"@graph":'.repeat(50_000)}1${"}".repeat(50_000)}</script>`,
    ],
    [
      "a name of objects",
      '<div itemscope itemtype="https://schema.org/Product"><b itemprop="__proto__ constructor">1</b></div>',
    ],
    [
      "half a tag",
      `<script type="application/ld+json">{"@type":"Product","offers":{"name":"x"}}</script><div ${"a".repeat(500_000)}`,
    ],
  ])("outlives %s", (_, html) => {
    expect(productsOf(readPageData(html)).flatMap(({ offers }) => offers)).toEqual([]);
  });
});

describe("what shops write as a price", () => {
  const WRITTEN: [text: string, amount: number | null][] = JSON.parse(
    readFileSync("test/price-monitor/written-amounts.json", "utf8"),
  );
  const isRight = ([text, amount]: [string, number | null]): boolean => {
    const cents = readAmount(text);
    return amount === null || cents === null ? cents === amount : Math.abs(cents - amount * 100) < 0.51;
  };

  test("S39.8 is read right, or not at all", () => {
    const priced = WRITTEN.filter(([, amount]) => amount !== null);
    const wrong = priced.filter((each) => !isRight(each));

    expect(priced.length).toBeGreaterThan(985);
    const read = Object.fromEntries(wrong.map(([text]) => [text.slice(0, 12), readAmount(text)]));
    const { "1250€600": odd, ...others } = read;
    expect(odd).toBe(125000);
    // Could be either amount, are cents, or name several prices of several items.
    const open = ["$.75,333", "$.750.30", "$..75,333", "1 ¢", "129.900", "320.000", "50 - $2.00 1", "Buy Now - 2 "];
    expect(others).toEqual(Object.fromEntries(open.map((text) => [text, null])));
  });

  test("S39.8 is none where there is none, but for numbers that look like prices", () => {
    const wrong = WRITTEN.filter((each) => each[1] === null && !isRight(each));

    expect(wrong).toHaveLength(4);
  });
});
