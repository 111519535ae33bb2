import type { Entry } from "./entry.ts";
import { first, gtin } from "./entry.ts";
import { GOOGLE, HEUREKA } from "./feeds.ts";
import { withCategories } from "./late-feeds.ts";
import { YML } from "./offers.ts";
import { readCsv, readXml } from "./read-source.ts";
import { MAY_SHOPIFY, MAY_WIX, SHOPIFY, SHOPIFY_PARENTS, shopify, shopifyParents, WIX, wix } from "./shop-files.ts";

const rest = { licence: "none named", added: "2026-11-29 by name", part: "open" } as const;
const xml = (element: string) => (path: string) => readXml(path, element);
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });

const LOYVERSE = { sku: "SKU", name: "Name", category: "Category", ean: gtin("Barcode"), cost_price: "Cost" };

/** Feeds and exports of shops that were listed by their addresses alone before they were opened: those that rules may be tuned to. */
export const DEALT_FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "uk-car-wraps.csv",
    repository: "EAS-Andrew/connor_site",
    path: "products_export.csv",
    layout: "Shopify",
    currency: null,
    read: shopifyParents,
    areParents: true,
    fields: { ...SHOPIFY_PARENTS, category: "Product Category" },
    may: [...MAY_SHOPIFY, "stock"],
  },
  {
    ...rest,
    name: "uk-resin.xml",
    repository: "Sparklingresindelights/shopping-feed",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "GBP",
    read: xml("item"),
    fields: {
      ...GOOGLE,
      package_weight: (record) => {
        const text = first("g:shipping_weight")(record);
        return text === undefined ? undefined : String(Math.round(Number.parseFloat(text) * 1000));
      },
    },
  },
  {
    ...rest,
    name: "fr-cosmetics-wix.csv",
    repository: "Vladi667/so-you-cosmetics",
    path: "catalog_products.csv",
    layout: "Wix",
    currency: null,
    read: wix,
    fields: WIX,
    may: MAY_WIX,
    areParents: true,
  },
  {
    ...rest,
    name: "id-stationery.csv",
    repository: "afifnm/ecommerce",
    path: "export_items.csv",
    layout: "Loyverse",
    currency: null,
    read: csv(","),
    fields: { ...LOYVERSE, price: "Price [Benartefa]", stock: "In stock [Benartefa]" },
    may: ["url_slug"],
  },
  {
    ...rest,
    name: "ru-sewing.xml",
    repository: "anton-kuznetsov/emporium-shwei",
    path: "yml.xml",
    layout: "YML, vendor and model",
    currency: "RUB",
    read: withCategories,
    fields: { ...YML, name: "model", category: "category" },
  },
  {
    ...rest,
    name: "kz-pictures.xml",
    repository: "asselluxe1-cloud/Assel-Decor",
    path: "kaspi.xml",
    layout: "Kaspi",
    currency: null,
    read: xml("offer"),
    fields: {
      sku: "@sku",
      name: "model",
      brand: "brand",
      description: "description",
      price: "price",
      stock: "availabilities.availability.@stockCount",
    },
    may: ["lead_time_days"],
  },
  {
    ...rest,
    name: "qa-electronics.csv",
    repository: "inimryV/VoltaatStockApp",
    path: "products_export.csv",
    layout: "Shopify",
    currency: null,
    read: shopify,
    fields: { ...SHOPIFY, ean: gtin("Variant Barcode"), category: "Type" },
    may: [...MAY_SHOPIFY, "mpn"],
  },
  {
    ...rest,
    name: "nz-trailers.csv",
    repository: "muffadalis/foodtraileronline.co.nz",
    path: "product_feed.csv",
    layout: "OpenAI feed",
    currency: "NZD",
    read: csv(","),
    fields: {
      sku: "id",
      name: "title",
      description: "description",
      category: "product_category",
      brand: "brand",
      image_urls: ["image_link"],
      price: "price",
      stock: "inventory_quantity",
    },
    may: ["length", "width", "height", "depth"],
  },
  {
    ...rest,
    name: "om-market.xml",
    repository: "sherow1982/matjar-makhzoon-oman",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "OMR",
    read: xml("item"),
    fields: { ...GOOGLE, name: "title", description: "description" },
    may: ["compare_at_price"],
  },
  {
    ...rest,
    name: "in-valves.xml",
    repository: "umarranginwala/supreme-valves",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "INR",
    read: xml("item"),
    fields: {
      ...GOOGLE,
      name: "title",
      description: "description",
      // Addresses with blanks are none.
      image_urls: (record) => first("g:image_link")(record)?.replaceAll(" ", "%20"),
    },
  },
  {
    ...rest,
    name: "cz-magnets.xml",
    repository: "BuduMitWeb/magnetic-memories-eshop",
    path: "heureka.xml",
    layout: "Heureka",
    currency: "CZK",
    read: xml("SHOPITEM"),
    fields: HEUREKA,
  },
];
