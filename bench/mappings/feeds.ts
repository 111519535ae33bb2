import type { Entry } from "./entry.ts";
import { beside, first } from "./entry.ts";
import { readXml, type SourceRecord } from "./read-source.ts";

const xml = (element: string) => (path: string) => readXml(path, element);

export const GOOGLE = {
  sku: "g:id",
  ean: "g:gtin",
  name: "g:title",
  description: "g:description",
  price: "g:price",
  brand: "g:brand",
  mpn: "g:mpn",
  color: "g:color",
  size: "g:size",
  material: "g:material",
  pattern: "g:pattern",
  category: "g:product_type",
  shopping_category: "g:google_product_category",
  image_urls: ["g:image_link", "g:additional_image_link"],
};
export const HEUREKA = {
  sku: "ITEM_ID",
  ean: "EAN",
  name: "PRODUCTNAME",
  description: "DESCRIPTION",
  price: "PRICE_VAT",
  brand: "MANUFACTURER",
  category: "CATEGORYTEXT",
  image_urls: ["IMGURL", "IMGURL_ALTERNATIVE"],
};
/** The weight of the parcel in grams; the file has kilograms. */
const inGrams = (record: SourceRecord): string | undefined => {
  const text = first("g:shipping_weight")(record);
  return text === undefined ? undefined : String(Math.round(Number.parseFloat(text) * 1000));
};
const CENEO = {
  sku: "@id",
  name: "name",
  description: "desc",
  price: "@price",
  category: "cat",
  brand: beside("attrs.a.@name", "attrs.a", "Producent"),
  image_urls: ["imgs.main.@url", "imgs.i.@url"],
};
const rest = { licence: "none named" };

/** Feeds that price comparisons and marketplaces read. */
export const FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "sk-google.xml",
    repository: "Veelynsk/veelyn",
    path: "merchant.xml",
    layout: "Google, XML",
    currency: "EUR",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "es-google-usd.xml",
    repository: "danielrtic/opispost-feed",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "USD",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "es-pinterest.xml",
    repository: "danielrtic/opispost-feed",
    path: "pinterest_feed.xml",
    layout: "Google, XML",
    currency: "USD",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "cz-google-czk.xml",
    repository: "petrfilo-arch/importpc-feed",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "CZK",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "tr-google.xml",
    repository: "BiranOrundas/mevlana",
    path: "google_feed.xml",
    layout: "Google, XML",
    currency: "TRY",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "tr-products.xml",
    repository: "BiranOrundas/mevlana",
    path: "products.xml",
    layout: "Google, XML",
    currency: "TRY",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "ru-google.xml",
    repository: "RinatR/feeds",
    path: "02-16-24_google.xml",
    layout: "Google, Atom",
    currency: "RUB",
    read: xml("entry"),
    fields: { ...GOOGLE, package_weight: inGrams },
  },
  {
    ...rest,
    name: "cz-heureka.xml",
    repository: "OrrisFragrance/Heureka-Feed",
    path: "heureka.xml",
    layout: "Heureka",
    currency: null,
    read: xml("SHOPITEM"),
    fields: { ...HEUREKA, stock: "STOCK" },
  },
  {
    ...rest,
    name: "sk-heureka-perfume.xml",
    repository: "Veelynsk/veelyn",
    path: "heureka.xml",
    layout: "Heureka",
    currency: "EUR",
    read: xml("SHOPITEM"),
    fields: HEUREKA,
    may: ["tax_rate"],
  },
  {
    ...rest,
    name: "sk-heureka-care.xml",
    repository: "caresuppliesonline-source/caremobility-feed",
    path: "heureka.xml",
    layout: "Heureka",
    currency: "EUR",
    read: xml("SHOPITEM"),
    fields: HEUREKA,
  },
  {
    ...rest,
    name: "pl-ceneo-sofa.xml",
    repository: "Valdri/xml-product-feed-dagra",
    path: "ceneo.xml",
    layout: "Ceneo",
    currency: null,
    read: xml("o"),
    fields: { ...CENEO, weight: "@weight" },
    may: ["mpn"],
  },
  {
    ...rest,
    name: "pl-ceneo-computers.xml",
    repository: "marekkomp/ceneo",
    path: "ceneo.xml",
    layout: "Ceneo",
    currency: null,
    read: xml("o"),
    fields: { ...CENEO, stock: "@stock" },
    may: ["mpn", "ean"],
  },
];
