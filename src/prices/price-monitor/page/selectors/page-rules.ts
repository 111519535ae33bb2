import { type Static, Type } from "@sinclair/typebox";
import type { FieldProblem } from "../../../../http/output/errors.ts";
import { compileCss } from "./css-selector.ts";
import { compileJsonPath } from "./json-path.ts";
import { type PageElement, type PageTree, textIn } from "./page-tree.ts";
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
export function finderOf({ css, xpath, json_path: jsonPath, attribute }: Selector): Find {
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
