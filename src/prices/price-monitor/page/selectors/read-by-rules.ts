import { Parser } from "htmlparser2";
import { BASE_CURRENCY } from "../../../../kit/cents.ts";
import { availabilityOf, type PageOffer } from "../offers.ts";
import { currencyIn, readAmount } from "../read-amount.ts";
import { finderOf, type PageRules, type SelectedField } from "./page-rules.ts";
import type { PageElement, PageTree } from "./page-tree.ts";

const DEPTH_MAX = 200;
const ELEMENTS_MAX = 100_000;
/** Looks at elements; a fraction of a second. */
const EFFORT = 5_000_000;

/** Reads a page as its elements; of what is nested too deeply, or too much, the first. */
export function readPageTree(html: string): PageTree {
  const effort = { left: EFFORT };
  const place = { at: 0, atOfName: 0, order: -1, parent: null, effort };
  const root: PageElement = { name: "", attributes: {}, ...place, children: [], elements: [] };
  const elements: PageElement[] = [];
  const open: { element: PageElement; names: Map<string, number> }[] = [{ element: root, names: new Map() }];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const around = open.at(-1);
        const parent = around?.element ?? root;
        const atOfName = around?.names.get(name) ?? 0;
        const here = { at: parent.elements.length, atOfName, order: elements.length, parent, effort };
        const element: PageElement = { name, attributes, ...here, children: [], elements: [] };
        if (open.length < DEPTH_MAX && elements.length < ELEMENTS_MAX) {
          around?.names.set(name, atOfName + 1);
          parent.children.push(element);
          parent.elements.push(element);
          elements.push(element);
        }
        open.push({ element, names: new Map() });
      },
      ontext: (text) => void open.at(-1)?.element.children.push(text),
      onclosetag: () => void (open.length > 1 && open.pop()),
    },
    { lowerCaseTags: true },
  );
  parser.end(html);
  return { root, elements };
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
const NET =
  /(?<!\p{L})(?:HT|hors\s+taxes?|(?:exc?l?|exkl)\.?\s*(?:VAT|tax|GST|btw|TVA|MwSt|moms)|(?:zzgl\.?|ohne|\+)\s*(?:\d+\s*%\s*)?(?:MwSt|USt|VAT|IVA|TVA|btw)|netto|(?:IVA|VAT)\s+(?:escl|excl|no\s+incl)\p{L}*)(?!\p{L})|税抜/iu;
const GROSS = /(?<!\p{L})(?:TTC|inc?k?l|incluid[ao]|inclus[ae]?|brutto)(?!\p{L})|税込/iu;
/** Whether a text says that its amount is without VAT. */
const isNet = (text: string): boolean => NET.test(text) && !GROSS.test(text);

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
  const currency = rules.currency ?? (price === undefined ? null : currencyIn(price));
  /** Of an amount that is in another currency than the price nothing is said. */
  const isOther = (text: string) =>
    rules.currency === undefined && (currencyIn(text) ?? currency ?? BASE_CURRENCY) !== (currency ?? BASE_CURRENCY);
  const amount = (text: string | undefined) =>
    text === undefined || isOther(text) ? null : readAmount(text, currency);
  const priceCents = amount(price);
  if (price === undefined || !priceCents) return { texts, offer: null };
  return {
    texts,
    offer: {
      priceCents,
      currency,
      isNet: isNet(price),
      availability: texts.stock === undefined ? null : inWords(texts.stock, rules.in_stock_words),
      originalCents: amount(texts.original_price),
      shippingCents: amount(texts.shipping_cost),
      seller: texts.seller ?? null,
      gtins: [],
      skus: [],
    },
  };
}
