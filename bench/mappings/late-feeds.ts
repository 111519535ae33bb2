import { readFileSync } from "node:fs";
import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { GOOGLE, HEUREKA } from "./feeds.ts";
import { readCsv, readXml, type SourceRecord } from "./read-source.ts";
import { MAY_SHOPIFY, SHOPIFY, SHOPIFY_PARENTS, shopify, shopifyParents } from "./shop-files.ts";

const rest = { licence: "none named", added: "2026-11-29" };
const xml = (element: string) => (path: string) => readXml(path, element);
const csv = (path: string) => readCsv(path, { delimiter: "," });

/** Offers of a feed that names each category once, above: with the name of theirs. */
export const withCategories = (path: string): SourceRecord[] => {
  const named = readFileSync(path, "utf8").matchAll(/<category id="([^"]+)"[^>]*>([^<]*)</g);
  const names = new Map([...named].map(([, id = "", name = ""]) => [id, name]));
  return readXml(path, "offer").map(
    (record) => new Map([...record, ["category", [names.get(first("categoryId")(record) ?? "") ?? ""]]]),
  );
};
/** The weight of the parcel in grams; the files have kilograms. */
const parcel = (record: SourceRecord): string | undefined => {
  const text = first("g:shipping_weight")(record);
  return text === undefined ? undefined : String(Math.round(Number.parseFloat(text) * 1000));
};
const CZECH = { ...HEUREKA, tax_rate: "VAT" };

/** Feeds and exports of shops that were measured before any rule had seen them. */
export const LATE_FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "uk-sauces.xml",
    repository: "BujorelActimel/chilli-no5",
    path: "product_feed.xml",
    layout: "Google, XML",
    currency: "USD",
    read: xml("item"),
    fields: { ...GOOGLE },
    may: ["tags"],
  },
  {
    ...rest,
    name: "hr-baby.csv",
    repository: "Vozimisko/shopify-google-feed",
    path: "feed.csv",
    layout: "Google Ads",
    currency: "EUR",
    read: csv,
    fields: { sku: "ID", name: "Item title", description: "Description", price: "Price", image_urls: ["Image URL"] },
    may: ["short_description", "size", "compare_at_price"],
  },
  {
    ...rest,
    name: "kz-toys.xml",
    repository: "Yerbol9631/kaspi-xml",
    path: "kaspi.xml",
    layout: "Kaspi",
    currency: null,
    read: xml("offer"),
    fields: { sku: "@sku", name: "model", brand: "brand", price: "cityprices.cityprice" },
    may: ["lead_time_days"],
  },
  {
    ...rest,
    name: "cz-clothes.xml",
    repository: "u7279101060-ux/heureka-feed",
    path: "heureka.xml",
    layout: "Heureka",
    currency: "CZK",
    read: xml("SHOPITEM"),
    fields: CZECH,
    may: ["color", "size"],
  },
  {
    ...rest,
    name: "cz-vapes.xml",
    repository: "VapePuffmi/Puffmi-xml",
    path: "heureka.xml",
    layout: "Heureka",
    currency: "CZK",
    read: xml("SHOPITEM"),
    fields: CZECH,
  },
  {
    ...rest,
    name: "tr-motorbikes.xml",
    repository: "emirakda4/emirakda4.github.io",
    path: "w.xml",
    layout: "Turkish shop, XML",
    currency: null,
    read: xml("Urun"),
    fields: {
      name: "urun_ad",
      stock: "urun_stok",
      brand: "urun_marka",
      price: "urun_fiyat",
      tax_rate: "urun_kdv",
      image_urls: ["urun_resim"],
      category: "urun_kategori_ad",
    },
  },
  {
    ...rest,
    name: "vn-phones.csv",
    repository: "ha-ntv/myphamthailand",
    path: "feed_g.csv",
    layout: "Google, CSV",
    currency: "VND",
    read: csv,
    fields: {
      sku: "id",
      name: "title",
      description: "description",
      price: "price",
      brand: "brand",
      image_urls: ["image link"],
    },
  },
  {
    ...rest,
    name: "au-trailers.xml",
    repository: "jyzib/xml-hosting",
    path: "product_feed.xml",
    layout: "Google, XML",
    currency: "AUD",
    read: xml("item"),
    fields: { ...GOOGLE },
  },
  {
    ...rest,
    name: "au-socks.xml",
    repository: "jyzib/xml-hosting",
    path: "file.xml",
    layout: "Google, XML",
    currency: "AUD",
    read: xml("item"),
    fields: {
      ...GOOGLE,
      name: "title",
      description: "description",
      color: "g:colour",
      stock: "g:quantity",
      package_weight: parcel,
    },
    may: ["gtin"],
  },
  {
    ...rest,
    name: "fr-jewels.xml",
    repository: "soleabijoux-arch/flux-google-sumup",
    path: "google-shopping.xml",
    layout: "Google, XML",
    currency: "EUR",
    read: xml("item"),
    fields: { ...GOOGLE, package_weight: parcel },
  },
  {
    ...rest,
    name: "ro-baby.xml",
    repository: "bogo4U/merchant-feed",
    path: "merchant_feed.xml",
    layout: "Google, XML",
    currency: "RON",
    read: xml("item"),
    fields: { ...GOOGLE },
    may: ["gtin"],
  },
  {
    ...rest,
    name: "de-shoes.xml",
    repository: "Keaton1000/groundies-product-feed",
    path: "products.xml",
    layout: "Google, XML",
    currency: "USD",
    read: xml("item"),
    fields: { ...GOOGLE, name: "title", description: "description" },
  },
  {
    ...rest,
    name: "ua-household.xml",
    repository: "qled2017-ops/xml-feeds",
    path: "eva.xml",
    layout: "YML of EVA",
    currency: "UAH",
    read: withCategories,
    fields: {
      sku: "@id",
      name: "name_ua",
      description: "description_ua",
      price: "price",
      stock: "quantity_in_stock",
      brand: "vendor",
      category: "category",
      image_urls: ["picture"],
    },
    may: ["mpn", "color", "material", "country_of_origin", "warranty_duration", "weight", "width", "height", "depth"],
  },
  {
    ...rest,
    name: "ru-wood.xml",
    repository: "Onix1995/feed",
    path: "feed3.xml",
    layout: "YML of Tilda",
    currency: "RUB",
    read: withCategories,
    fields: {
      sku: "@id",
      name: "name",
      description: "description",
      price: "price",
      stock: "count",
      category: "category",
      image_urls: ["picture"],
    },
  },
  {
    ...rest,
    name: "us-bags.csv",
    repository: "mintpixels/procure-impact",
    path: "products_export_1.csv",
    layout: "Shopify",
    currency: null,
    read: shopifyParents,
    areParents: true,
    fields: { ...SHOPIFY_PARENTS, category: "Product Category", cost_price: "Cost per item" },
    may: [...MAY_SHOPIFY, "ean", "stock"],
  },
  {
    ...rest,
    name: "us-candles.csv",
    repository: "mintpixels/procure-impact",
    path: "dwc.products.csv",
    layout: "Shopify, with columns of a marketplace",
    currency: "USD",
    read: shopify,
    fields: { ...SHOPIFY, category: "Type", cost_price: "Procure WholeSale Price" },
    may: [...MAY_SHOPIFY, "order_increment"],
  },
  {
    ...rest,
    name: "za-garden.csv",
    repository: "mikelmira/garden-solutions",
    path: "products_export_1.csv",
    layout: "Shopify",
    currency: null,
    read: shopifyParents,
    areParents: true,
    fields: { ...SHOPIFY_PARENTS, category: "Product Category" },
    may: [...MAY_SHOPIFY, "mpn", "cost_price", "stock"],
  },
];
