import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { GOOGLE } from "./feeds.ts";
import { withCategories } from "./late-feeds.ts";
import { YML } from "./offers.ts";
import { readXml } from "./read-source.ts";
import { MAY_SHOPIFY, MAY_WIX, SHOPIFY_PARENTS, shopifyParents, WIX, wix } from "./shop-files.ts";

const rest = { licence: "none named", added: "2026-11-29 by name", part: "locked" } as const;
const xml = (element: string) => (path: string) => readXml(path, element);
const UNPREFIXED = { name: "title", description: "description" };
const SHOP = {
  ...rest,
  layout: "Shopify",
  currency: null,
  read: shopifyParents,
  areParents: true,
  may: [...MAY_SHOPIFY, "stock", "cost_price", "ean"],
} as const;

/** Feeds and exports of shops that were listed by their addresses alone; no one opened them before the rules were frozen. */
export const LOCKED_FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "us-prints-wix.csv",
    repository: "CroixandCo/shop",
    path: "catalog_products.csv",
    layout: "Wix",
    currency: null,
    read: wix,
    areParents: true,
    fields: { ...WIX, sku: first("handleId") },
    may: [...MAY_WIX, "sku"],
  },
  {
    ...SHOP,
    name: "ae-supplements.csv",
    repository: "Kaizoku99/commercemain",
    path: "products_export.csv",
    fields: { ...SHOPIFY_PARENTS, category: "Product Category" },
  },
  {
    ...SHOP,
    name: "id-shirts.csv",
    repository: "SyafrizalMMS/petroasia",
    path: "products_export.csv",
    fields: SHOPIFY_PARENTS,
  },
  {
    ...SHOP,
    name: "in-children-books.csv",
    repository: "bhanudova02/Magic-Wish",
    path: "products_export.csv",
    fields: SHOPIFY_PARENTS,
  },
  {
    ...SHOP,
    name: "mx-children.csv",
    repository: "bmxpc7/Import_Shopify",
    path: "products_export.csv",
    fields: SHOPIFY_PARENTS,
  },
  {
    ...rest,
    name: "co-tools.xml",
    repository: "Handreswes/ERP-AC",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "COP",
    read: xml("item"),
    fields: { ...GOOGLE, ...UNPREFIXED },
  },
  {
    ...rest,
    name: "ru-canvas.xml",
    repository: "max36895/islandgift",
    path: "yml.xml",
    layout: "YML",
    currency: "RUB",
    read: withCategories,
    fields: { ...YML, category: "category" },
  },
  {
    ...rest,
    name: "us-cars.xml",
    repository: "orenagassy/MW_feed",
    path: "facebook_feed.xml",
    layout: "Meta, vehicles",
    currency: "USD",
    read: xml("listing"),
    fields: {
      sku: "vehicle_id",
      name: "title",
      description: "description",
      price: "price",
      brand: "make",
      image_urls: ["image.url"],
      color: "exterior_color",
    },
    may: ["status", "category", "mpn"],
  },
  {
    ...rest,
    name: "kz-laptops.xml",
    repository: "qonyrbayev/kaspi-feed",
    path: "kaspi.xml",
    layout: "Kaspi",
    currency: null,
    read: xml("offer"),
    fields: {
      sku: "@sku",
      name: "model",
      description: "description",
      price: "cityprices.cityprice",
      stock: "availabilities.availability.@stockCount",
    },
    may: ["lead_time_days"],
  },
  {
    ...rest,
    name: "in-pharmacy.xml",
    repository: "rajupremkumar/JINISQUARE",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "INR",
    read: xml("item"),
    fields: { ...GOOGLE, description: "description" },
  },
  {
    ...rest,
    name: "bd-dresses.xml",
    repository: "sundorica/sundorica",
    path: "facebook_feed.xml",
    layout: "Google, XML",
    currency: "BDT",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "ru-hair.xml",
    repository: "xSANCHOSx/ola",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "RUB",
    read: xml("item"),
    fields: GOOGLE,
    may: ["compare_at_price"],
  },
];
