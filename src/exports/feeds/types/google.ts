import type { FeedSettings, FeedType, FeedWriter } from "../feed-type.ts";
import type { Rule } from "../rules.ts";
import { commaSeparated, tabbed } from "../writers/delimited.ts";
import { element, elementName, group, textsOf, XML_HEAD } from "../writers/xml.ts";
import { fixed, inStock, made, of, PLAIN, page } from "./columns.ts";

const SHIPPING = ["country", "region", "service", "price"] as const;

/** `FR:::5.90 EUR` as the elements that Google has for its parts. */
const shipping = (text: string): string => {
  const parts = text.split(":");
  return group("g:shipping", SHIPPING.map((name, index) => element(`g:${name}`, parts[index]?.trim())).join(""));
};

/** RSS 2.0 with the elements of Google's name space. Source: https://support.google.com/merchants/answer/160589 */
const rss: FeedWriter = {
  head: ({ shopName, shopUrl }) =>
    `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
    `${element("title", shopName || "Products")}${element("link", shopUrl || "https://localhost/")}` +
    `${element("description", shopName || "Products")}\n`,
  item: (values, _, names) =>
    group(
      "item",
      names
        .flatMap((name) =>
          textsOf(values[name]).map((text) =>
            name === "shipping" && text.includes(":") ? shipping(text) : element(`g:${elementName(name)}`, text),
          ),
        )
        .join(""),
    ),
  between: "\n",
  tail: "\n</channel></rss>\n",
};

/** What both know; they differ in the words for what is on sale. */
const columns =
  ({ availability, titleMax }: { availability: readonly [string, string]; titleMax: number }) =>
  ({ productUrl }: FeedSettings) => [
    of("id", "reference", { max_length: 50 }),
    made("title", "{title}[ {variant.options}]", { max_length: titleMax }),
    of("description", "description", { ...PLAIN, max_length: 5_000 }),
    ...page("link", productUrl),
    of("image_link", "image_1"),
    of("additional_image_link", "additional_images"),
    of("availability", "in_stock", inStock(...availability)),
    made("price", "{regular_price} {currency}"),
    made("sale_price", "[{sale_price} {currency}]"),
    of("brand", "brand", { max_length: 70 }),
    of("gtin", "ean"),
    of("mpn", "mpn", { max_length: 70 }),
    fixed("condition", "new"),
    of("google_product_category", "shopping_category"),
    of("product_type", "category", { max_length: 750 }),
    of("item_group_id", "parent.reference", { max_length: 50 }),
    of("color", "color", { max_length: 100 }),
    of("size", "size", { max_length: 100 }),
    of("material", "material", { max_length: 200 }),
    of("pattern", "pattern", { max_length: 100 }),
  ];

// Both, as looked up on 2026-11-25: support.google.com/merchants/answer/7052112 (of 2025), /6324415, /6324461 (GTIN), and of Meta
// developers.facebook.com/documentation/ads-commerce/catalog/reference with its template catalog_country_feed_template.csv.
// Not found again, and from memory: the lengths of brand, MPN, colour, size, material and pattern. Meta's template says 100
// for titles and 5,000 for descriptions, pages of others 200 and 9,999: the smaller ones hold.
// Reserved GTINs are errors by support.google.com/merchants/answer/6286293 (2, 02, 04) and /6286302 (coupons).
const SHARED: readonly Rule[] = [
  { field: "link", required: "yes", format: "url", maxLength: 2_000 },
  { field: "image_link", required: "yes", format: "url", maxLength: 2_000 },
  { field: "price", required: "yes", format: "price" },
  { field: "sale_price", format: "price" },
  { field: "gtin", format: "gtin" },
  { field: "mpn", maxLength: 70 },
  { field: "gtin", any: ["gtin", "mpn"], required: "wanted" },
  { field: "product_type", maxLength: 750 },
  { field: "gender", oneOf: ["male", "female", "unisex"] },
];

const GOOGLE_RULES: readonly Rule[] = [
  ...SHARED,
  { field: "title", required: "yes", maxLength: 150 },
  { field: "gtin", format: "public_gtin", maxCount: 10 },
  { field: "id", required: "yes", maxLength: 50 },
  { field: "description", required: "yes", maxLength: 5_000 },
  {
    field: "availability",
    required: "yes",
    oneOf: ["in_stock", "out_of_stock", "preorder", "backorder"],
  },
  { field: "brand", required: "wanted", maxLength: 70 },
  { field: "condition", oneOf: ["new", "refurbished", "used"] },
  { field: "additional_image_link", format: "url", maxLength: 2_000, maxCount: 10 },
  { field: "item_group_id", maxLength: 50 },
  { field: "color", maxLength: 100 },
  { field: "size", maxLength: 100 },
  { field: "material", maxLength: 200 },
  { field: "pattern", maxLength: 100 },
  { field: "age_group", oneOf: ["newborn", "infant", "toddler", "kids", "adult"] },
  { field: "identifier_exists", oneOf: ["yes", "no"] },
];

const META_RULES: readonly Rule[] = [
  ...SHARED,
  { field: "title", required: "yes", maxLength: 100 },
  { field: "id", required: "yes", maxLength: 100 },
  { field: "description", required: "yes", maxLength: 5_000 },
  {
    field: "availability",
    required: "yes",
    oneOf: ["in stock", "out of stock", "preorder", "available for order", "discontinued", "pending", "mark_as_sold"],
  },
  { field: "condition", required: "yes", oneOf: ["new", "refurbished", "used"] },
  { field: "brand", any: ["brand", "mpn", "gtin"], required: "yes" },
  { field: "brand", maxLength: 100 },
  { field: "age_group", oneOf: ["adult", "all ages", "teen", "kids", "toddler", "infant", "newborn"] },
  // All of them together.
  { field: "additional_image_link", format: "url", maxLength: 2_000, maxCount: 20 },
];

const GOOGLE = {
  specification: "https://support.google.com/merchants/answer/7052112",
  variants: "flat",
  needsUrl: true,
  columns: columns({ availability: ["in_stock", "out_of_stock"], titleMax: 150 }),
  rules: GOOGLE_RULES,
} as const;

export const googleShoppingXml: FeedType = {
  ...GOOGLE,
  title: "Google Merchant Center (XML)",
  ending: "xml",
  contentType: "application/xml",
  writer: rss,
};

export const googleShoppingTsv: FeedType = {
  ...GOOGLE,
  title: "Google Merchant Center (TSV)",
  ending: "tsv",
  contentType: "text/tab-separated-values",
  writer: tabbed(),
};

export const metaCatalog: FeedType = {
  ...GOOGLE,
  title: "Meta catalog (Facebook, Instagram; CSV)",
  ending: "csv",
  contentType: "text/csv",
  specification: "https://developers.facebook.com/documentation/ads-commerce/catalog/reference",
  columns: columns({ availability: ["in stock", "out of stock"], titleMax: 100 }),
  rules: META_RULES,
  writer: commaSeparated(),
};
