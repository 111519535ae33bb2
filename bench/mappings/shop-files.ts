import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { MAGENTO, MAY_MAGENTO, magentoRows } from "./magento.ts";
import { readCsv, type SourceRecord } from "./read-source.ts";

const csv = () => (path: string) => readCsv(path, { delimiter: "," });

const ORIGIN = "Country of Origin (product.metafields.custom.country_of_origin)";
const COUNTRIES: Record<string, string> = { "Czech Republic": "CZ", Germany: "DE" };
const SHARED = [
  ..."Title,Body (HTML),Vendor,Product Category,Tags,SEO Title,SEO Description".split(","),
  ORIGIN,
  "HS Code (product.metafields.custom.hs_code)",
];
/** Rows of Shopify that sell something: names and texts of a product stand in its first row only. */
export const shopify = (path: string): SourceRecord[] => {
  const titles = new Map<string, SourceRecord>();
  const rows = readCsv(path, { delimiter: "," });
  for (const row of rows) if (first("Title")(row) !== undefined) titles.set(first("Handle")(row) ?? "", row);
  return rows
    .filter((row) => first("Variant Price")(row) !== undefined)
    .map((row) => {
      const head = titles.get(first("Handle")(row) ?? "");
      const shared = SHARED.filter((name) => row.has(name));
      return new Map([...row, ...shared.map((name) => [name, head?.get(name) ?? []] as const)]);
    });
};
export const SHOPIFY = {
  sku: first("Variant SKU", "Handle"),
  ean: "Variant Barcode",
  name: "Title",
  description: "Body (HTML)",
  brand: "Vendor",
  category: "Product Category",
  price: "Variant Price",
  compare_at_price: "Variant Compare At Price",
  cost_price: "Cost per item",
  stock: "Variant Inventory Qty",
};
export const MAY_SHOPIFY = [
  "tags",
  "seo_title",
  "seo_meta_description",
  "weight",
  "status",
  "shopping_category",
  "color",
  "size",
];

/** Products of Shopify that have no codes: a record each, with the images of all its rows. */
export const shopifyParents = (path: string): SourceRecord[] => {
  const families = Map.groupBy(readCsv(path, { delimiter: "," }), (row) => first("Handle")(row) ?? "");
  return [...families.values()].map(([head, ...rows]) => {
    const images = [head, ...rows].flatMap((row) => row?.get("Image Src") ?? []).filter((url) => url !== "");
    return new Map([...(head ?? []), ["Image Src", [...new Set(images)]]]);
  });
};
export const SHOPIFY_PARENTS = {
  sku: "Handle",
  name: "Title",
  description: "Body (HTML)",
  brand: "Vendor",
  category: "Type",
  price: "Variant Price",
  compare_at_price: "Variant Compare At Price",
  image_urls: ["Image Src"],
};

export const wix = (path: string): SourceRecord[] =>
  readCsv(path, { delimiter: "," }).filter((row) => first("fieldType")(row) === "Product");
export const WIX = {
  sku: first("sku", "handleId"),
  name: "name",
  description: "description",
  category: "collection",
  price: "price",
  cost_price: "cost",
};
export const MAY_WIX = ["image_urls", "is_active", "status", "weight", "stock"];

/** What rows say that are no variations: those have it from their product. */
const ofProducts = (column: string) => (record: SourceRecord) =>
  first("Type")(record) === "variation" ? undefined : first(column)(record);

/** What a script wrote of a WooCommerce shop, as a table and as JSON. */
export const SCRIPTED_WOO = {
  sku: "sku",
  name: "name",
  description: "description",
  short_description: "short_description",
  price: "price",
  category: "categories",
};

/** Files that shops and their advertising programs write. */
export const SHOPS: readonly Entry[] = [
  {
    name: "br-shopify.csv",
    repository: "GuiVicS/planilha-teste",
    path: "products_export.csv",
    licence: "none named",
    layout: "Shopify",
    currency: null,
    read: shopify,
    fields: SHOPIFY,
    may: MAY_SHOPIFY,
  },
  {
    name: "nl-shopify.csv",
    repository: "bilalithelabel/product-feed",
    path: "products_export.csv",
    licence: "none named",
    layout: "Shopify",
    currency: "EUR",
    read: shopifyParents,
    areParents: true,
    fields: {
      ...SHOPIFY_PARENTS,
      category: "Product Category",
      country_of_origin: (record) => COUNTRIES[first(ORIGIN)(record) ?? ""],
      hs_code: "HS Code (product.metafields.custom.hs_code)",
    },
    may: [...MAY_SHOPIFY, "stock", "cost_price"],
  },
  {
    name: "us-shopify-pets.csv",
    repository: "NeoSoftix/pet-store",
    path: "products_export.csv",
    licence: "none named",
    layout: "Shopify",
    currency: null,
    read: shopify,
    fields: SHOPIFY,
    may: MAY_SHOPIFY,
  },
  ...[
    ["ca-shopify-apparel.csv", "apparel.csv"],
    ["ca-shopify-home.csv", "home-and-garden.csv"],
    ["ca-shopify-jewelry.csv", "jewelery.csv"],
  ].map(
    ([name = "", path = ""]): Entry => ({
      name,
      repository: "shopifypartners/product-csvs",
      path,
      licence: "none named",
      layout: "Shopify",
      currency: null,
      read: shopifyParents,
      areParents: true,
      fields: SHOPIFY_PARENTS,
      may: [...MAY_SHOPIFY, "stock", "cost_price"],
    }),
  ),
  {
    name: "fr-wix-wine.csv",
    repository: "innovabuy/vins-et-conversations",
    path: "catalog_products.csv",
    licence: "none named",
    layout: "Wix",
    currency: "EUR",
    read: wix,
    fields: WIX,
    may: MAY_WIX,
  },
  {
    name: "is-wix.csv",
    repository: "siggiari12/lifsins-vatn-website",
    path: "catalog_products.csv",
    licence: "none named",
    layout: "Wix",
    currency: null,
    read: wix,
    fields: WIX,
    may: MAY_WIX,
  },
  {
    name: "eg-magento.csv",
    repository: "ankitsrivastavacedcoss/feed-generate",
    path: "catalog_product.csv",
    licence: "none named",
    layout: "Magento 2",
    currency: null,
    read: magentoRows,
    fields: MAGENTO,
    may: MAY_MAGENTO,
  },
  {
    name: "us-magento.csv",
    repository: "johnybk08/test",
    path: "catalog_product.csv",
    licence: "none named",
    layout: "Magento 2",
    currency: null,
    read: magentoRows,
    fields: { ...MAGENTO, image_urls: "base_image" },
    may: MAY_MAGENTO,
  },
  {
    name: "fr-woocommerce.csv",
    repository: "MisterMarveil/wc-csv-importer",
    path: "produits.csv",
    licence: "none named",
    layout: "WooCommerce",
    currency: "XOF",
    read: (path) => csv()(path).filter((row) => first("UGS")(row) !== undefined),
    fields: {
      sku: "UGS",
      name: "Nom",
      description: "Description",
      short_description: "Description courte",
      price: "Tarif régulier",
      image_urls: "Images",
      category: "Catégories",
    },
    may: ["is_active", "tags", "stock"],
  },
  {
    name: "us-woocommerce-sample.csv",
    repository: "ClassicPress/classic-commerce",
    path: "sample-data/sample_products.csv",
    licence: "GPL-3.0",
    layout: "WooCommerce",
    currency: null,
    // What is sold: variations instead of their product.
    read: (path) => csv()(path).filter((row) => first("Type")(row) !== "variable"),
    fields: {
      sku: "SKU",
      price: "Regular price",
      name: ofProducts("Name"),
      description: ofProducts("Description"),
      short_description: ofProducts("Short description"),
      category: ofProducts("Categories"),
    },
    may: ["is_active", "tags", "stock", "image_urls", "weight"],
  },
  {
    name: "rs-woocommerce.csv",
    repository: "vemid/bambini",
    path: "woocommerce_products.csv",
    licence: "none named",
    layout: "script over WooCommerce",
    currency: null,
    read: csv(),
    fields: SCRIPTED_WOO,
    may: ["image_urls", "status", "external_id"],
  },
];
