import type { FeedType, FeedWriter } from "../feed-type.ts";
import { commaSeparated, tabbed } from "../writers/delimited.ts";
import { element, elementName, elements, group, textsOf, XML_HEAD } from "../writers/xml.ts";
import { fixed, inStock, made, of, PLAIN, page } from "./columns.ts";

/** `Colour=red` as a parameter with its value. */
const params = (texts: readonly string[]): string =>
  texts
    .map((text) => {
      const at = text.indexOf("=");
      const value = element("VAL", text.slice(at + 1));
      return at < 1 || value === "" ? "" : group("PARAM", element("PARAM_NAME", text.slice(0, at)) + value);
    })
    .join("");

/** `PPL:99:149` as a way of delivery with its prices, the last one on delivery. */
const delivery = (text: string): string => {
  const [id, price, onDelivery] = text.split(":").map((part) => part.trim());
  return group(
    "DELIVERY",
    element("DELIVERY_ID", id) + element("DELIVERY_PRICE", price) + element("DELIVERY_PRICE_COD", onDelivery),
  );
};

/** Source: https://heureka.github.io/xml-feed-specs */
const heurekaWriter: FeedWriter = {
  head: () => `${XML_HEAD}<SHOP>\n`,
  item: (values, _, names) =>
    group(
      "SHOPITEM",
      names
        .map((name) => {
          if (name === "PARAM") return params(textsOf(values[name]));
          if (name === "DELIVERY") return textsOf(values[name]).map(delivery).join("");
          if (name === "CATEGORYTEXT") return element(name, textsOf(values[name]).join(" | ").replaceAll(" > ", " | "));
          return elements(elementName(name), values[name]);
        })
        .join(""),
    ),
  between: "\n",
  tail: "\n</SHOP>\n",
};

export const idealo: FeedType = {
  title: "idealo (CSV)",
  ending: "csv",
  contentType: "text/csv",
  specification: "https://idealo.github.io/csv-importer/en/csv",
  variants: "flat",
  needsUrl: true,
  columns: ({ productUrl }) => [
    of("sku", "reference"),
    of("brand", "brand"),
    made("title", "{title}[ {variant.options}]", { max_length: 255 }),
    of("categoryPath", "category"),
    ...page("url", productUrl),
    of("eans", "ean"),
    of("hans", "mpn"),
    of("description", "description", { ...PLAIN, max_length: 1_000 }),
    of("price", "price"),
    of("formerPrice", "compare_at_price"),
    of("imageUrls", "images"),
    of("deliveryTime", "in_stock", inStock("1-3 working days", "not in stock")),
    of("colour", "color"),
    of("size", "size"),
  ],
  // The page itself was not found on 2026-11-25; by the page of one connector that writes it. It also wants `paymentCosts_…` and
  // `deliveryCosts_…`, of which only the shop knows the names and amounts: columns of its own.
  rules: [
    { field: "sku", required: "yes" },
    { field: "brand", required: "yes" },
    { field: "title", required: "yes", maxLength: 255 },
    { field: "url", required: "yes", format: "url" },
    { field: "price", required: "yes", format: "amount" },
    { field: "formerPrice", format: "amount" },
    { field: "deliveryTime", required: "yes" },
    { field: "eans", any: ["eans", "hans"], required: "yes" },
    { field: "eans", format: "gtin" },
    { field: "categoryPath", required: "wanted" },
    { field: "description", required: "wanted", maxLength: 1_000 },
    { field: "imageUrls", required: "wanted", format: "url" },
  ],
  writer: commaSeparated({ joinedBy: ";" }),
};

export const kelkoo: FeedType = {
  title: "Kelkoo (tab-separated)",
  ending: "txt",
  contentType: "text/plain",
  specification:
    "https://www.kelkoogroup.com/kelkoo-customer-service/support-for-merchants/shopping-guides/product-data-feed/",
  variants: "flat",
  needsUrl: true,
  columns: ({ productUrl }) => [
    of("offer-id", "reference"),
    made("title", "{title}[ {variant.options}]", { max_length: 80 }),
    ...page("product-url", productUrl),
    ...page("landing-page-url", productUrl),
    of("price", "price"),
    of("brand", "brand"),
    of("description", "description", { ...PLAIN, max_length: 300 }),
    of("image-url", "image_1"),
    of("ean", "ean"),
    of("mpn", "mpn"),
    of("merchant-category", "category"),
    of("availability", "in_stock", inStock("1", "6")),
    fixed("condition", "0"),
    of("currency", "currency"),
    of("colour", "color"),
    of("image-url-2", "image_2"),
    of("image-url-3", "image_3"),
    of("image-url-4", "image_4"),
  ],
  // Looked up on 2026-11-25.
  rules: [
    { field: "offer-id", required: "yes" },
    { field: "title", required: "yes", maxLength: 80 },
    { field: "product-url", required: "yes", format: "url" },
    { field: "landing-page-url", required: "yes", format: "url" },
    { field: "price", required: "yes", format: "amount" },
    { field: "merchant-category", required: "yes" },
    { field: "availability", oneOf: ["1", "2", "3", "4", "5", "6"] },
    { field: "description", required: "wanted", maxLength: 300 },
    { field: "image-url", required: "wanted", format: "url" },
    { field: "ean", required: "wanted", format: "gtin" },
  ],
  writer: tabbed(),
};

export const heureka: FeedType = {
  title: "Heureka (XML)",
  ending: "xml",
  contentType: "application/xml",
  specification: "https://heureka.github.io/xml-feed-specs",
  variants: "flat",
  needsUrl: true,
  columns: ({ productUrl }) => [
    of("ITEM_ID", "reference"),
    made("PRODUCTNAME", "{brand} {title}[ {variant.options}]", { max_length: 200 }),
    of("PRODUCT", "title"),
    of("DESCRIPTION", "description", PLAIN),
    ...page("URL", productUrl),
    of("IMGURL", "image_1"),
    of("IMGURL_ALTERNATIVE", "additional_images"),
    of("PRICE_VAT", "price"),
    of("VAT", "tax_rate"),
    of("MANUFACTURER", "brand"),
    of("CATEGORYTEXT", "category"),
    of("EAN", "ean"),
    of("PRODUCTNO", "mpn"),
    of("PARAM", "attribute_pairs"),
    of("DELIVERY_DATE", "in_stock", inStock("0", "")),
    of("ITEMGROUP_ID", "parent.reference"),
  ],
  // Version 1.0 of the specification, github.com/heureka/xml-feed-specs at 67119a6f of 2025-07-24, field by field. It requires
  // DELIVERY too, which only the shop knows: a column of that name with `PPL:99:149` (carrier, price, price on delivery).
  rules: [
    { field: "ITEM_ID", required: "yes", maxLength: 36, format: "id" },
    { field: "PRODUCTNAME", required: "yes", maxLength: 200 },
    { field: "URL", required: "yes", format: "url", maxLength: 300 },
    { field: "IMGURL", required: "yes", format: "url", maxLength: 255 },
    { field: "IMGURL_ALTERNATIVE", format: "url", maxLength: 255, maxCount: 10 },
    { field: "PRICE_VAT", required: "yes", format: "amount" },
    { field: "CATEGORYTEXT", required: "yes", maxLength: 255 },
    { field: "CATEGORYTEXT", format: "heureka_path", severity: "warning" },
    { field: "DELIVERY_DATE", required: "yes" },
    { field: "DELIVERY", required: "wanted", maxCount: 100 },
    { field: "MANUFACTURER", required: "wanted" },
    { field: "EAN", required: "wanted", format: "ean13" },
    { field: "ITEMGROUP_ID", maxLength: 36, format: "id" },
  ],
  writer: heurekaWriter,
};
