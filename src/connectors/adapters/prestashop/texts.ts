import { slugOf } from "../../../text/slug.ts";

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

/** A text of at most so many characters, that ends with a word where there is one. */
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

/** The part of its address that a new product gets: a shop makes none of a name that is too long. */
export const addressFor = (title: string, sku: string): string =>
  slugOf(title).slice(0, NAME_MAX).replace(/-$/, "") || slugOf(sku).slice(0, NAME_MAX) || "product";
