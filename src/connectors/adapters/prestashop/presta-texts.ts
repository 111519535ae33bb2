import { slugOf } from "../../../text/name-key.ts";
import { fitText, type TextLimits } from "../../engine/push/text-limits.ts";

// Source: classes/Product.php, classes/Manufacturer.php and classes/Validate.php of PrestaShop 8 and 9: name `isCatalogName`, 128;
// link_rewrite 128; a short description by the characters that people see, 800
const NAME_MAX = 128;
/** What a shop refuses in names, and what is read as the same. */
const IN_NAMES = { "#": "♯", "<": "‹", ">": "›", "=": "＝", ";": ",", "{": "(", "}": ")" };
// Source: classes/Tag.php of PrestaShop 9: `isGenericName`, 32; the back office splits names at commas, and a filter at the others
const IN_TAGS = { "<": "‹", ">": "›", "=": "＝", "{": "(", "}": ")", "[": "(", "]": ")", ",": "‚", "|": "/" };
const IN_META = { "<": " ", ">": " ", "=": " ", "{": " ", "}": " " };

export const limits: TextLimits = {
  name: { max: NAME_MAX, instead: IN_NAMES },
  brand: { max: 64, instead: IN_NAMES },
  short_description: { max: 800, measure: "shown" },
  seo_title: { max: 128, instead: IN_META },
  seo_description: { max: 255, instead: IN_META },
  slug: { max: NAME_MAX },
  tags: { max: 32, instead: IN_TAGS },
};

/** The name of a category as the shop takes it. */
export const nameFor = (name: string): string => fitText("name", name, limits);

/** The part of its address that a new product gets: a shop makes none of a name that is too long. */
export const addressFor = (title: string, sku: string): string =>
  slugOf(title).slice(0, NAME_MAX).replace(/-$/, "") || slugOf(sku).slice(0, NAME_MAX) || "product";
