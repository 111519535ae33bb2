import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { readCsv, type SourceRecord } from "./read-source.ts";

const csv =
  (delimiter = ",") =>
  (path: string) =>
    readCsv(path, { delimiter });

/** Rows of Shopify that sell something: names and texts of a product stand in its first row only. */
const shopify = (path: string): SourceRecord[] => {
  const titles = new Map<string, SourceRecord>();
  const rows = readCsv(path, { delimiter: "," });
  for (const row of rows) if (first("Title")(row) !== undefined) titles.set(first("Handle")(row) ?? "", row);
  return rows
    .filter((row) => first("Variant Price")(row) !== undefined)
    .map((row) => {
      const head = titles.get(first("Handle")(row) ?? "");
      const shared = ["Title", "Body (HTML)", "Vendor", "Product Category", "Tags", "SEO Title", "SEO Description"];
      return new Map([...row, ...shared.map((name) => [name, head?.get(name) ?? []] as const)]);
    });
};
const SHOPIFY = {
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
const MAY_SHOPIFY = [
  "tags",
  "seo_title",
  "seo_meta_description",
  "weight",
  "status",
  "shopping_category",
  "color",
  "size",
];

const wix = (path: string): SourceRecord[] =>
  readCsv(path, { delimiter: "," }).filter((row) => first("fieldType")(row) === "Product");
const WIX = {
  sku: first("sku", "handleId"),
  name: "name",
  description: "description",
  category: "collection",
  price: "price",
  cost_price: "cost",
};
const MAY_WIX = ["image_urls", "is_active", "weight", "stock"];

const MAGENTO = {
  sku: "sku",
  name: "name",
  description: "description",
  price: "price",
  weight: "weight",
  stock: "qty",
  seo_title: "meta_title",
  seo_meta_description: "meta_description",
  seo_keywords: "meta_keywords",
};
const MAY_MAGENTO = ["url_slug", "is_active", "category", "image_urls", "status", "tax_rate"];

const META = {
  sku: "id",
  name: "title",
  description: "description",
  price: "price",
  brand: "brand",
  image_urls: "image_link",
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
    read: shopify,
    fields: SHOPIFY,
    may: MAY_SHOPIFY,
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
    read: csv(),
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
    read: csv(),
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
    name: "rs-woocommerce.csv",
    repository: "vemid/bambini",
    path: "woocommerce_products.csv",
    licence: "none named",
    layout: "script over WooCommerce",
    currency: null,
    read: csv(),
    fields: {
      sku: "sku",
      name: "name",
      description: "description",
      short_description: "short_description",
      price: "price",
      category: "categories",
    },
    may: ["image_urls", "status", "external_id"],
  },
  {
    name: "it-etsy.csv",
    repository: "sabaceramics/website",
    path: "EtsyListingsDownload.csv",
    licence: "none named",
    layout: "Etsy",
    currency: "EUR",
    read: csv(),
    fields: {
      sku: "SKU",
      name: "TITOLO",
      description: "DESCRIZIONE",
      price: "PREZZO",
      stock: "QUANTITÀ",
      material: "MATERIALI",
      image_urls: [...Array(10).keys()].map((index) => `IMMAGINE${index + 1}`),
    },
    may: ["tags"],
  },
  {
    name: "us-etsy.csv",
    repository: "InfinieMantra/testing",
    path: "EtsyListingsDownload.csv",
    licence: "none named",
    layout: "Etsy",
    currency: "USD",
    read: csv(),
    fields: {
      name: "TITLE",
      description: "DESCRIPTION",
      price: "PRICE",
      stock: "QUANTITY",
      material: "MATERIALS",
      image_urls: [...Array(10).keys()].map((index) => `IMAGE${index + 1}`),
    },
    may: ["tags"],
  },
  {
    name: "nl-awin.csv",
    repository: "bilalithelabel/product-feed",
    path: "awin_product_feed.csv",
    licence: "none named",
    layout: "Google, CSV",
    currency: "EUR",
    read: csv(),
    fields: { ...META, mpn: "mpn" },
  },
  {
    name: "pl-facebook.csv",
    repository: "Valdri/xml-product-feed-dagra",
    path: "facebook.csv",
    licence: "none named",
    layout: "Meta",
    currency: null,
    read: csv(),
    fields: { ...META, image_urls: ["image_link", "additional_image_link"] },
  },
  {
    name: "de-meta.csv",
    repository: "unabris/import_files",
    path: "meta.csv",
    licence: "none named",
    layout: "Meta",
    currency: "EUR",
    read: csv(),
    fields: META,
    may: ["package_weight", "compare_at_price"],
  },
  {
    name: "de-idealo.csv",
    repository: "unabris/import_files",
    path: "idealo.csv",
    licence: "none named",
    layout: "idealo",
    currency: "EUR",
    read: csv(),
    fields: {
      sku: "sku",
      name: "title",
      description: "description",
      brand: "brand",
      price: "price",
      category: "categoryPath",
      size: "size",
    },
    may: ["image_urls", "lead_time_days"],
  },
  {
    name: "es-idealo.csv",
    repository: "JMMatosF/feed",
    path: "idealo.csv",
    licence: "none named",
    layout: "idealo",
    currency: "EUR",
    read: csv(),
    fields: {
      sku: "N° artículo en tienda",
      name: "Nombre del producto",
      description: "Descripción del producto",
      brand: "Fabricante / Marca",
      mpn: "Número del fabricante (HAN/MPN)",
      price: "Precio",
      category: "Categoría del producto en la tienda",
      image_urls: "URLimagen_1",
      stock: "Unidades",
    },
    may: ["ean", "compare_at_price", "size", "lead_time_days"],
  },
  {
    name: "us-zoho.csv",
    repository: "fabosso/Zoho-Inventory",
    path: "Item.csv",
    licence: "none named",
    layout: "Zoho Inventory",
    currency: "ARS",
    read: csv(),
    fields: {
      sku: first("SKU", "Item ID"),
      name: "Item Name",
      description: "Sales Description",
      price: "Selling Price",
      cost_price: "Purchase Price",
      stock: "Stock On Hand",
      brand: first("Brand", "Manufacturer"),
      unit_of_measure: "Unit",
      category: "Category Name",
    },
    may: [
      "status",
      "mpn",
      "tax_rate",
      "external_id",
      "package_weight",
      "package_length",
      "package_width",
      "package_height",
    ],
  },
  {
    name: "ch-odoo.csv",
    repository: "Mint-System/Odoo-Demodaten",
    path: "Input/Kaelin/csv files/product.template.csv",
    licence: "none named",
    layout: "Odoo",
    currency: null,
    read: csv(),
    fields: {
      sku: "default_code",
      name: "name",
      price: "list_price",
      cost_price: "standard_price",
      unit_of_measure: "uom_id",
    },
    may: ["lead_time_days", "upc", "ean"],
  },
];
