import { slugOf } from "../../../text/name-key.ts";
import { plainText } from "../../../text/plain-text.ts";
import type { PushTexts } from "../../engine/push/push-item.ts";

// Source: classes/Product.php and classes/Validate.php of PrestaShop 8 and 9: name `isCatalogName`, 128; link_rewrite 128
const NAME_MAX = 128;
/** What a shop refuses in names, and what is read as the same. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  "#": "♯",
  "<": "‹",
  ">": "›",
  "=": "＝",
  ";": ",",
  "{": "(",
  "}": ")",
};

/** A text of at most `max` characters, that ends with a word where there is one. */
export function cutByWords(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const cut = characters.slice(0, max - 1).join("");
  const end = cut.lastIndexOf(" ");
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** A name as the shop takes it. */
export const nameFor = (title: string): string =>
  cutByWords(title.replaceAll(/[#<>=;{}]/g, (letter) => FORBIDDEN[letter] ?? "").trim(), NAME_MAX);

const MAKER_MAX = 64;
/** The name of a brand as the shop takes it. */
export const makerFor = (brand: string): string => cutByWords(nameFor(brand), MAKER_MAX);

/** The part of its address that a new product gets: a shop makes none of a name that is too long. */
export const addressFor = (title: string, sku: string): string =>
  slugOf(title).slice(0, NAME_MAX).replace(/-$/, "") || slugOf(sku).slice(0, NAME_MAX) || "product";

const SHORT_MAX = 800;
const META_TITLE_MAX = 128;
const META_MAX = 255;
const META_FORBIDDEN = /[<>={}]/g;

/** A short description: a shop counts the characters that people see. */
export const shortFor = (html: string): string =>
  plainText(html).length > SHORT_MAX ? cutByWords(plainText(html), SHORT_MAX) : html;
const metaFor = (text: string, max: number) => cutByWords(text.replaceAll(META_FORBIDDEN, " ").trim(), max);
export const metaTitleFor = (text: string): string => metaFor(text, META_TITLE_MAX);
export const metaDescriptionFor = (text: string): string => metaFor(text, META_MAX);

/** What is sent otherwise than it is here. */
export function fittedRemarks(item: PushTexts & { brand: string | null }): string[] {
  const { title, shortDescription, seoTitle, seoDescription, brand } = item;
  const changed: readonly (readonly [string, string, string])[] = [
    ["name", title, nameFor(title)],
    ["short description", shortDescription, shortFor(shortDescription)],
    ["SEO title", seoTitle, metaTitleFor(seoTitle)],
    ["SEO description", seoDescription, metaDescriptionFor(seoDescription)],
    ["brand", brand ?? "", makerFor(brand ?? "")],
  ];
  return changed.flatMap(([what, before, after]) =>
    before.trim() === after ? [] : [`The ${what} was made to fit: "${cutByWords(after, 150)}"`],
  );
}
