import type { FeedType, FeedWriter } from "../feed-type.ts";
import { bmecat as bmecatWriter } from "../writers/bmecat.ts";
import { tabbed } from "../writers/delimited.ts";
import { jsonLd } from "../writers/json-ld.ts";
import { elementName, elements, group, XML_HEAD } from "../writers/xml.ts";
import { fixed, inStock, made, of, PLAIN, page } from "./columns.ts";

/** Items as elements called as the columns are. */
const plainXml = (list: string, item: string): FeedWriter => ({
  head: () => `${XML_HEAD}<${list}>\n`,
  item: (values, _, names) =>
    group(item, names.map((name) => elements(elementName(name), values[name])).join("")) || `<${item}/>`,
  between: "\n",
  tail: `\n</${list}>\n`,
});

/** What a person reads above the technical names. */
const label = (name: string) => name.replaceAll("_", " ").replace(/^\w/, (letter) => letter.toUpperCase());

const OTHER_IMAGES = Array.from({ length: 8 }, (_, index) => of(`other_image_url${index + 1}`, `image_${index + 2}`));
const BULLETS = Array.from({ length: 5 }, (_, index) =>
  of(`bullet_point${index + 1}`, `bullet_points.${index + 1}`, { ...PLAIN, max_length: 500 }),
);

export const amazon: FeedType = {
  title: "Amazon flat file (tab-separated)",
  ending: "txt",
  contentType: "text/plain",
  specification: "https://sellercentral.amazon.com/help/hub/reference/G1641",
  variants: "under_parent",
  needsUrl: false,
  columns: () => [
    of("feed_product_type", "marketplace_category"),
    of("item_sku", "reference"),
    of("brand_name", "brand", { max_length: 50 }),
    made("item_name", "{title}[ {variant.options}]", { max_length: 200 }),
    of("external_product_id", "ean"),
    of("external_product_id_type", "ean", { replace: { "*": "EAN" } }),
    of("manufacturer", "brand", { max_length: 50 }),
    of("part_number", "mpn", { max_length: 40 }),
    of("standard_price", "price"),
    of("quantity", "stock"),
    of("main_image_url", "image_1"),
    ...OTHER_IMAGES,
    of("product_description", "description", { ...PLAIN, max_length: 2_000 }),
    ...BULLETS,
    of("parent_sku", "parent.reference"),
    of("parent_child", "row_type"),
    of("relationship_type", "parent.reference", { replace: { "*": "variation" } }),
    of("color_name", "color", { max_length: 50 }),
    of("size_name", "size", { max_length: 50 }),
    fixed("condition_type", "New"),
    fixed("update_delete", "Update"),
  ],
  // The definitions of inventory templates, as looked up on 2026-11-25 in published copies (the pages need a login); lengths of
  // texts beside SKU, brand and manufacturer differ by category, and are the longest that was found.
  rules: [
    { field: "item_sku", required: "yes", maxLength: 40 },
    { field: "item_name", required: "yes", maxLength: 200 },
    { field: "brand_name", required: "yes", maxLength: 50 },
    { field: "manufacturer", required: "yes", maxLength: 50 },
    { field: "feed_product_type", required: "yes" },
    { field: "external_product_id", required: "wanted", format: "gtin" },
    { field: "external_product_id_type", oneOf: ["EAN", "UPC", "GTIN", "ASIN", "ISBN", "GCID"] },
    { field: "standard_price", required: "wanted", format: "amount" },
    { field: "quantity", required: "wanted", format: "integer" },
    { field: "main_image_url", required: "wanted", format: "url" },
    { field: "product_description", required: "wanted", maxLength: 2_000 },
    { field: "parent_child", oneOf: ["parent", "child"] },
    {
      field: "condition_type",
      oneOf: ["New", "Refurbished", "UsedLikeNew", "UsedVeryGood", "UsedGood", "UsedAcceptable"],
    },
    { field: "update_delete", oneOf: ["Update", "PartialUpdate", "Delete"] },
    ...BULLETS.map(({ name }) => ({ field: name, maxLength: 500 })),
  ],
  // Three rows of names: the template, what a person reads, what the machine does.
  writer: tabbed({
    head: (names) => `TemplateType=fptcustom\tVersion=2026.0101\n${names.map(label).join("\t")}\n`,
  }),
};

export const bmecat: FeedType = {
  title: "BMEcat 2005 (XML)",
  ending: "xml",
  contentType: "application/xml",
  specification: "https://www.bme.de/services/bmecat/",
  variants: "flat",
  needsUrl: false,
  columns: () => [
    of("SUPPLIER_PID", "reference"),
    made("DESCRIPTION_SHORT", "{title}[ {variant.options}]", { max_length: 150 }),
    of("DESCRIPTION_LONG", "description", { ...PLAIN, max_length: 64_000 }),
    of("INTERNATIONAL_PID", "ean"),
    of("MANUFACTURER_PID", "mpn", { max_length: 50 }),
    of("MANUFACTURER_NAME", "brand", { max_length: 50 }),
    of("KEYWORD", "tags"),
    of("FEATURE", "attribute_pairs"),
    of("ORDER_UNIT", "unit_of_measure", { default: "C62", replace: { "*": "C62" } }),
    of("PRICE_AMOUNT", "price"),
    of("TAX", "tax_rate"),
    of("MIME_SOURCE", "images"),
  ],
  // By the schema that the BME published: bmecat_2005.xsd of 2005-11-04 and bmecat_2005_1.xsd, looked up on 2026-11-25.
  rules: [
    { field: "SUPPLIER_PID", required: "yes", maxLength: 32 },
    { field: "MIME_SOURCE", format: "url", maxLength: 255 },
    { field: "DESCRIPTION_SHORT", required: "yes", maxLength: 150 },
    { field: "ORDER_UNIT", required: "yes", maxLength: 3 },
    { field: "PRICE_AMOUNT", required: "yes", format: "amount" },
    { field: "DESCRIPTION_LONG", maxLength: 64_000 },
    { field: "INTERNATIONAL_PID", required: "wanted", format: "gtin" },
    { field: "MANUFACTURER_PID", maxLength: 50 },
    { field: "MANUFACTURER_NAME", required: "wanted", maxLength: 50 },
    { field: "KEYWORD", maxLength: 50 },
  ],
  writer: bmecatWriter,
};

export const schemaOrg: FeedType = {
  title: "schema.org products (JSON-LD)",
  ending: "json",
  contentType: "application/ld+json",
  specification: "https://developers.google.com/search/docs/appearance/structured-data/merchant-listing",
  variants: "flat",
  needsUrl: false,
  columns: ({ productUrl }) => [
    of("sku", "reference"),
    made("name", "{title}[ {variant.options}]"),
    of("description", "description", PLAIN),
    ...page("url", productUrl),
    of("image", "images"),
    of("gtin", "ean"),
    of("mpn", "mpn"),
    of("brand", "brand"),
    of("category", "category"),
    of("color", "color"),
    of("size", "size"),
    of("material", "material"),
    of("price", "price"),
    of("priceCurrency", "currency"),
    of("availability", "in_stock", inStock("https://schema.org/InStock", "https://schema.org/OutOfStock")),
    fixed("itemCondition", "https://schema.org/NewCondition"),
  ],
  // Looked up on 2026-11-25.
  rules: [
    { field: "name", required: "yes" },
    { field: "image", required: "yes", format: "url" },
    { field: "price", required: "yes", format: "amount" },
    { field: "priceCurrency", required: "yes" },
    { field: "url", format: "url" },
    { field: "gtin", required: "wanted", format: "gtin" },
    { field: "brand", required: "wanted" },
    { field: "description", required: "wanted" },
  ],
  writer: jsonLd,
};

export const plain: FeedType = {
  title: "Plain XML",
  ending: "xml",
  contentType: "application/xml",
  specification: "https://www.w3.org/TR/xml/",
  variants: "flat",
  needsUrl: false,
  columns: ({ productUrl }) => [
    of("sku", "reference"),
    of("parent_sku", "parent.reference"),
    of("ean", "ean"),
    made("name", "{title}[ {variant.options}]"),
    of("description", "description"),
    of("brand", "brand"),
    of("category", "category"),
    of("price", "price"),
    of("currency", "currency"),
    of("stock", "stock"),
    ...page("url", productUrl),
    of("image", "images"),
  ],
  rules: [{ field: "sku", required: "wanted" }],
  writer: plainXml("products", "product"),
};
