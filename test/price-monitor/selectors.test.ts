import { expect, test } from "bun:test";
import { compileCss } from "../../src/prices/price-monitor/page/selectors/css-selector.ts";
import { compileJsonPath } from "../../src/prices/price-monitor/page/selectors/json-path.ts";
import { SelectorTooCostly, textIn } from "../../src/prices/price-monitor/page/selectors/page-tree.ts";
import { readByRules, readPageTree } from "../../src/prices/price-monitor/page/selectors/read-by-rules.ts";
import { compileXpath } from "../../src/prices/price-monitor/page/selectors/xpath.ts";

const PAGE = `<html><body>
  <div id="main" class="box wide"><h1>Lamp</h1>
    <ul class="list"><li>one</li><li class="x">two <b>bold</b></li><li data-k="Abc-d">three</li></ul>
    <p class="price" data-price="19.90">19,90 €</p><p>after</p><p class="note">last</p>
  </div>
  <span class="price">5</span>
</body></html>`;
const tree = readPageTree(PAGE);
const css = (selector: string) => compileCss(selector)(tree).map(textIn);
const xpath = (path: string) =>
  compileXpath(path)(tree).map((found) => (typeof found === "string" ? found.trim() : textIn(found)));

test.each([
  ["#main > p.price", ["19,90 €"]],
  [".price", ["19,90 €", "5"]],
  ["p.price, span", ["19,90 €", "5"]],
  ["div li:nth-child(2)", ["two bold"]],
  ["li:nth-child(odd)", ["one", "three"]],
  ["li:nth-child(2n)", ["two bold"]],
  ["li:nth-last-child(1)", ["three"]],
  ["p:nth-of-type(2)", ["after"]],
  ["li:first-child, li:last-child", ["one", "three"]],
  ["p:not(.price):not(.note)", ["after"]],
  ["[data-price]", ["19,90 €"]],
  ["[data-k='Abc-d'], [data-k^=x]", ["three"]],
  ["[data-k*=bc]", ["three"]],
  ["[data-k|=Abc]", ["three"]],
  ["[data-k=abc-d i]", ["three"]],
  ["[class~=wide] h1", ["Lamp"]],
  ["p.price + p", ["after"]],
  ["p.price ~ p", ["after", "last"]],
  ["DIV  B", ["bold"]],
  [".none", []],
  ["ul:has(b) + p", ["19,90 €"]],
  ["li:is(.x, [data-k])", ["two bold", "three"]],
  ["p:contains('aft')", ["after"]],
  ["p:nth-child(1 of .note)", ["last"]],
  ["li:not(:has(b), :first-child)", ["three"]],
])("CSS %s", (selector, expected) => {
  expect(css(selector)).toEqual(expected);
});

test.each([
  ["//p[@class='price']", ["19,90 €"]],
  ["//*[@class='price']", ["19,90 €", "5"]],
  ["//p[@class='price']/@data-price", ["19.90"]],
  ["//@data-k", ["Abc-d"]],
  ["/html/body/div/ul/li[2]", ["two bold"]],
  ["//li[2]/text()", ["two"]],
  ["//li[last()]", ["three"]],
  ["//li[position()=1]", ["one"]],
  ["//li[b]", ["two bold"]],
  ["//li[not(@class) and not(@data-k)]", ["one"]],
  ["//div[contains(@class, 'wide')]//b", ["bold"]],
  ["//p[starts-with(., '19')]", ["19,90 €"]],
  ["//p[contains(text(),'aft')]/following-sibling::p", ["last"]],
  ["//b/..", ["two bold"]],
  ["//h1[normalize-space()='Lamp']/../p[2]", ["after"]],
  ["//ul[.//b='bold']/li[1] | //h1", ["one", "Lamp"]],
  ["//p[@class='none' or @class='note']", ["last"]],
  ["//p[3]/preceding-sibling::p[1]", ["after"]],
  ["//b/ancestor::ul/li[1]", ["one"]],
])("XPath %s", (path, expected) => {
  expect(xpath(path)).toEqual(expected);
});

test.each([
  ["$.a.b", [1]],
  ["$['a'].list[0].p", [2]],
  ["$.a.list[-1].p", [3]],
  ["$..p", [2, 3]],
  ["$.a.list[*].p", [2, 3]],
  ["$.a['x y']", ["z"]],
  ["$.a.toString", []],
])("JSON path %s", (path, expected) => {
  const value = { a: { b: 1, list: [{ p: 2 }, { p: 3 }], "x y": "z" } };
  expect(compileJsonPath(path)(value)).toEqual(expected);
});

test.each([
  [compileCss, "a[href"],
  [compileCss, "p::before"],
  [compileCss, "a:hover"],
  [compileCss, ""],
  [compileCss, "a > "],
  [compileXpath, "p"],
  [compileXpath, "//p[@a>1]"],
  [compileXpath, "//p["],
  [compileXpath, "//p[count(a)=1]"],
  [compileJsonPath, "a.b"],
  [compileJsonPath, "$.a[?(@.b)]"],
] as [(text: string) => unknown, string][])("what is not understood is refused: %p %s", (compile, text) => {
  expect(() => compile(text)).toThrow(SyntaxError);
});

test("a selector that would look at a page for ever is stopped", () => {
  const deep = readPageTree(`${"<div>".repeat(150)}${"<i></i>".repeat(20_000)}`);
  const startedAt = performance.now();
  expect(() => compileCss(`b ${"div ".repeat(60)}i`)(deep)).toThrow(SelectorTooCostly);
  expect(() => compileXpath(`//*${"[.//*".repeat(20)}${"]".repeat(20)}[.='x']`)(deep)).toThrow(SelectorTooCostly);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test.each([
  ["div:has(p ~ p ~ p)", 1],
  ["p ~ p ~ p ~ p", undefined],
  ["p:nth-last-child(2n of .x)", undefined],
  ["p:contains('1'):has(+ p)", undefined],
  ["div:is(.a, :has(p)) > :is(div:has(p), p:has(~p))", undefined],
])("on a page of 100,000 elements %s finds them, or is stopped", (selector, found) => {
  const page = readPageTree(`<div class=a>${"<p class=x>1</p>".repeat(99_999)}</div>`);
  const find = () => compileCss(selector)(page).length;
  if (found === undefined) expect(find).toThrow(SelectorTooCostly);
  else expect(find()).toBe(found);
});

test("rules read price, stock, shipping and seller of a page, and of the JSON of its scripts", () => {
  const page = `<p class=p>Jetzt nur 1.299,00&nbsp;€</p><s>1.499,00 €</s><i id=v>Versand 4,90 €</i><b id=l>Sofort lieferbar</b>
    <script>window.__STATE__ = {"product":{"price":18.5,"seller":{"name":"Anna"}}};</script>`;
  expect(
    readByRules(page, {
      price: { css: ".p" },
      original_price: { xpath: "//s" },
      shipping_cost: { css: "#v" },
      stock: { css: "#l" },
      seller: { json_path: "$.product.seller.name" },
      in_stock_words: ["lieferbar"],
    }),
  ).toMatchObject({
    texts: { price: "Jetzt nur 1.299,00 €", stock: "Sofort lieferbar" },
    offer: {
      ...{ priceCents: 129_900, originalCents: 149_900, shippingCents: 490, currency: "EUR" },
      ...{ availability: "in_stock", seller: "Anna" },
    },
  });
  expect(readByRules(page, { price: { json_path: "$..price" }, currency: "USD" }).offer).toMatchObject({
    ...{ priceCents: 1_850, currency: "USD", availability: null },
  });
  expect(readByRules(page, { price: { css: "h1" } })).toMatchObject({ texts: { price: undefined }, offer: null });
});

const priceIn = (text: string) => readByRules(`<b>${text}</b>`, { price: { css: "b" } }).offer;

test.each([
  ["14,400円（税込）", 1_440_000, "JPY"],
  ["1 299 ₽", 129_900, "RUB"],
  ["1 299 kr", 129_900, "kr"],
  ["R$ 99,90", 9_990, "BRL"],
  ["TTC 12,50 €", 1_250, "EUR"],
  ["12,50 TTC", 1_250, null],
  ["CHF 12.50", 1_250, "CHF"],
  ["99 zł", 9_900, "PLN"],
  ["12,50", 1_250, null],
  ["１２，９８０円", 1_298_000, "JPY"],
  ["١٢٣٫٤٥ €", 12_345, "EUR"],
  ["۹۹٫۵۰ €", 9_950, "EUR"],
])("%s is no amount in euros by mistake", (text, priceCents, currency) => {
  expect(priceIn(text)).toMatchObject({ priceCents, currency });
});

test.each([
  ["120,00 € HT", true],
  ["£99.00 ex. VAT", true],
  ["99,00 € zzgl. 19 % MwSt.", true],
  ["144,00 € TTC (120,00 € HT)", false],
  ["99,00 € inkl. MwSt. zzgl. Versand", false],
  ["120,00 €", false],
])("%s is without tax: %p", (text, isNet) => {
  expect(priceIn(text)).toMatchObject({ isNet });
});

test("what is in another currency than the price is no amount beside it", () => {
  const page = "<b>¥14,400</b><i>4,90 €</i>";
  expect(readByRules(page, { price: { css: "b" }, shipping_cost: { css: "i" } }).offer).toMatchObject({
    ...{ currency: "JPY", shippingCents: null },
  });
});
