import { type Static, Type } from "@sinclair/typebox";
import type { FieldProblem } from "../../../../http/output/errors.ts";
import { availabilityOf, type PageOffer } from "../offers.ts";
import { readAmount, readCurrency } from "../read-amount.ts";
import { compileCss } from "./css-selector.ts";
import { compileJsonPath } from "./json-path.ts";
import { type PageElement, type PageTree, readPageTree, textIn } from "./page-tree.ts";
import { compileXpath } from "./xpath.ts";

const Text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: [example] });

/** Where a value is on the pages of a competitor. */
const Selector = Type.Object(
  {
    css: Type.Optional(Text("A CSS selector.", ".price .amount")),
    xpath: Type.Optional(Text("An XPath from the page on.", "//span[@class='price']")),
    json_path: Type.Optional(Text("A JSON path into the JSON that the page's scripts hold.", "$..product.price")),
    attribute: Type.Optional(Text("With `css` or `xpath`: this attribute and not the text.", "data-price")),
  },
  {
    additionalProperties: false,
    description: "One of `css`, `xpath` and `json_path`; the first that is found counts.",
  },
);
type Selector = Static<typeof Selector>;
const Word = Type.String({ minLength: 1, maxLength: 100 });

/** How prices are read of pages that do not say them in their code. */
export const PageRules = Type.Object(
  {
    price: Selector,
    original_price: Type.Optional(Selector),
    shipping_cost: Type.Optional(Selector),
    stock: Type.Optional(Selector),
    seller: Type.Optional(Selector),
    currency: Type.Optional(
      Type.String({ pattern: "^[A-Z]{3}$", description: "Of all amounts. Default: as they are written, else EUR." }),
    ),
    in_stock_words: Type.Optional(
      Type.Array(Word, { maxItems: 50, description: "`stock` with one of these is in stock, any other is not." }),
    ),
  },
  {
    additionalProperties: false,
    description: "Where its pages have their price, for those without markup. It goes before what they say in markup.",
    examples: [
      { price: { css: "#price .amount" }, stock: { xpath: "//p[@id='stock']/text()" }, in_stock_words: ["lieferbar"] },
    ],
  },
);
export type PageRules = Static<typeof PageRules>;

export const SELECTED = ["price", "original_price", "shipping_cost", "stock", "seller"] as const;
export type SelectedField = (typeof SELECTED)[number];

type Find = (page: { tree: PageTree; scripts: readonly unknown[] }) => string[];

const asText = (value: unknown): string[] =>
  typeof value === "string" || typeof value === "number" ? [String(value).trim()] : [];
const shown = (found: PageElement | string, attribute: string | undefined): string[] => {
  if (typeof found === "string") return [found.replaceAll(/\s+/g, " ").trim()];
  if (attribute === undefined) return [textIn(found)];
  const value = found.attributes[attribute.toLowerCase()];
  return value === undefined ? [] : [value.trim()];
};

/** Makes of a selector what finds texts. Throws a SyntaxError. */
function finderOf({ css, xpath, json_path: jsonPath, attribute }: Selector): Find {
  const kinds = [css, xpath, jsonPath].filter((each) => each !== undefined);
  if (kinds.length !== 1) throw new SyntaxError("One of css, xpath and json_path is needed");
  if (jsonPath !== undefined) {
    const find = compileJsonPath(jsonPath);
    return ({ scripts }) => scripts.flatMap((script) => find(script).flatMap(asText));
  }
  const find: (tree: PageTree) => (PageElement | string)[] =
    css === undefined ? compileXpath(xpath ?? "") : compileCss(css);
  return ({ tree }) =>
    find(tree)
      .flatMap((found) => shown(found, attribute))
      .filter((text) => text !== "");
}

/** What is wrong with the selectors of rules, by field. */
export function ruleProblems(rules: PageRules | null): FieldProblem[] {
  if (rules === null) return [];
  return SELECTED.flatMap((field): FieldProblem[] => {
    const selector = rules[field];
    if (selector === undefined) return [];
    try {
      finderOf(selector);
      return [];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const params = { reason: error.message };
      return [{ field: `page_rules.${field}`, type: "invalid_format", key: "competitors.selector", params }];
    }
  });
}

/** The JSON that scripts hold: of a block of JSON, and of what is given to a variable. */
function scriptsOf({ elements }: PageTree): unknown[] {
  return elements.flatMap((element): unknown[] => {
    if (element.name !== "script") return [];
    const text = element.children.filter((child) => typeof child === "string").join("");
    const begin = element.attributes["type"]?.includes("json") ? text.search(/[[{]/) : text.search(/(?<==\s*)[[{]/);
    const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
    if (begin < 0 || end < begin) return [];
    try {
      return [JSON.parse(text.slice(begin, end + 1))];
    } catch {
      return [];
    }
  });
}

/** What rules find on a page. */
export interface RuleFindings {
  /** The first text of each; `undefined`: nothing is there. */
  texts: Record<SelectedField, string | undefined>;
  /** `null`: no text of `price` is an amount. */
  offer: PageOffer | null;
}

const inWords = (text: string, words: readonly string[] | undefined): string | null => {
  if (!words) return availabilityOf(text.toLowerCase());
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word.toLowerCase())) ? "in_stock" : "out_of_stock";
};
const CURRENCY = /(?<!\p{L})[A-Z]{3}(?!\p{L})|\p{Sc}|zł|K[čČ]/u;

/** Reads a page by a competitor's rules, whose selectors were checked. */
export function readByRules(html: string, rules: PageRules): RuleFindings {
  const tree = readPageTree(html);
  const page = { tree, scripts: scriptsOf(tree) };
  const all = (field: SelectedField) => (rules[field] ? finderOf(rules[field])(page) : []);
  const prices = all("price");
  const price = prices.find((text) => readAmount(text, rules.currency)) ?? prices[0];
  const texts = {
    price,
    original_price: all("original_price")[0],
    shipping_cost: all("shipping_cost")[0],
    stock: all("stock")[0],
    seller: all("seller")[0],
  };
  const written = price === undefined ? undefined : CURRENCY.exec(price)?.[0];
  const currency = rules.currency ?? readCurrency(written);
  const amount = (text: string | undefined) => (text === undefined ? null : readAmount(text, currency));
  const priceCents = amount(price);
  if (!priceCents) return { texts, offer: null };
  return {
    texts,
    offer: {
      priceCents,
      currency,
      isNet: false,
      availability: texts.stock === undefined ? null : inWords(texts.stock, rules.in_stock_words),
      originalCents: amount(texts.original_price),
      shippingCents: amount(texts.shipping_cost),
      seller: texts.seller ?? null,
      gtins: [],
      skus: [],
    },
  };
}
