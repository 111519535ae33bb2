import { first } from "./entry.ts";
import { readCsv, type SourceRecord } from "./read-source.ts";

/** What is sold: products that others are variants of are none. */
export const magentoRows = (path: string): SourceRecord[] =>
  readCsv(path, { delimiter: "," }).filter((row) => first("configurable_variations")(row) === undefined);
export const MAGENTO = {
  sku: "sku",
  name: "name",
  description: "description",
  short_description: "short_description",
  price: "price",
  weight: "weight",
  stock: "qty",
  seo_title: "meta_title",
  seo_meta_description: "meta_description",
  seo_keywords: "meta_keywords",
};
export const MAY_MAGENTO = ["url_slug", "is_active", "category", "image_urls", "status", "tax_rate"];
