import type { Entry } from "./entry.ts";
import { first, gtin } from "./entry.ts";
import { GOOGLE } from "./feeds.ts";
import { withCategories } from "./late-feeds.ts";
import { YML } from "./offers.ts";
import { readXml, type SourceRecord } from "./read-source.ts";

const rest = { licence: "none named", added: "2026-11-29 third", part: "locked" } as const;
const xml = (element: string) => (path: string) => readXml(path, element);
const OF_GOOGLE = { layout: "Google, XML", read: xml("item"), fields: GOOGLE } as const;
const MERCHANT = { ...OF_GOOGLE, path: "merchant.xml" } as const;
const FEED = { ...OF_GOOGLE, path: "products_feed.xml" } as const;
/** An id that is in several items means one product: the last one counts. */
const lastOf = (records: readonly SourceRecord[]): SourceRecord[] => [
  ...new Map(records.map((record) => [first("g:id")(record), record])).values(),
];

/** Feeds that were listed by their addresses alone and opened after the rules were frozen for the third time. */
export const THIRD_LOCKED_FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "ae-rings.xml",
    repository: "Aurfex/products_feed-all-images",
    path: "products_feed.xml",
    layout: "RSS",
    currency: null,
    read: xml("item"),
    fields: { name: "title", description: "description", image_urls: ["enclosure.@url"] },
  },
  {
    ...rest,
    name: "ua-prom-feed.xml",
    repository: "Serega2757/mysexshop",
    path: "products_feed.xml",
    layout: "YML of Prom",
    currency: "UAH",
    read: withCategories,
    fields: { ...YML, stock: "quantity_in_stock", category: "category" },
    may: ["country_of_origin", "mpn"],
  },
  { ...rest, ...FEED, name: "vn-perfumes.xml", repository: "TuanThanh1609/leparfurm", currency: "VND" },
  {
    ...rest,
    ...MERCHANT,
    name: "tr-solar.xml",
    repository: "barisugus/solarmarket-google-merchant-feed",
    path: "merchant-feed.xml",
    currency: "USD",
  },
  { ...rest, ...MERCHANT, name: "pl-valves.xml", repository: "damiank-aqua/elektrozawory.com.pl", currency: null },
  {
    ...rest,
    ...MERCHANT,
    name: "us-pickles.xml",
    repository: "gvkiran/shrish.co",
    path: "merchant-feed.xml",
    currency: "USD",
  },
  { ...rest, ...MERCHANT, name: "tr-handbags.xml", repository: "kaanayazz/modantacanta", currency: "TRY" },
  {
    ...rest,
    ...MERCHANT,
    name: "ua-baking.xml",
    repository: "lTheTobyl/update_koritsa-feed",
    currency: "UAH",
    read: (path) => lastOf(readXml(path, "item")),
  },
  {
    ...rest,
    name: "tr-kitchen.xml",
    repository: "mycarsim001-pixel/EvineKAT",
    path: "urunler.xml",
    layout: "Turkish wholesaler",
    currency: "TRY",
    read: xml("product"),
    fields: {
      sku: "stockCode",
      ean: gtin("Barcode"),
      name: "label",
      description: "details",
      price: "Fiyat",
      tax_rate: "tax",
      stock: "stockAmount",
      brand: "brand",
      category: "Pazarcan_yuklenecek_Kategori",
      image_urls: ["Resim1", "Resim2", "Resim3", "Resim4"],
    },
  },
  { ...rest, ...FEED, name: "eg-statues.xml", repository: "printerthermal5-beep/ecommerce_mahmoud", currency: "EGP" },
  {
    ...rest,
    ...MERCHANT,
    name: "by-sauna.xml",
    repository: "ruslanppcwork-create/banyaline-merchant-feed.",
    currency: "BYN",
  },
  { ...rest, ...FEED, name: "fr-scents.xml", repository: "stunbug111-dot/lartdusillage", currency: "EUR" },
];
