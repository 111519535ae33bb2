import type { Entry } from "./entry.ts";
import { beside, first } from "./entry.ts";
import { GOOGLE, HEUREKA } from "./feeds.ts";
import { YML } from "./offers.ts";
import { byHeader, readCsv, readXml, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";

const rest = { licence: "none named", added: "2026-11-25" };
const xml = (element: string) => (path: string) => readXml(path, element);
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** A weight in grams, in kilograms. */
const inKilograms = (grams: (record: SourceRecord) => string | undefined) => (record: SourceRecord) => {
  const text = grams(record);
  return text === undefined ? undefined : String(Number.parseFloat(text) / 1000);
};

/** The first sheet of a workbook below its header. */
export const sheet =
  (index = 0) =>
  async (path: string): Promise<SourceRecord[]> =>
    byHeader((await readSheets(path))[index] ?? []);

/** Feeds and exports that came later, from repositories that no rule was tuned to. */
export const MORE_FEEDS: readonly Entry[] = [
  {
    ...rest,
    name: "uk-onbuy.xml",
    repository: "Ahmedsandhu007/onbuy-xml-feed",
    path: "feed.xml",
    layout: "OnBuy",
    currency: null,
    read: xml("product"),
    fields: {
      sku: "sku",
      ean: "ean",
      name: "product_name",
      description: "description",
      price: "price",
      brand: "brand",
      category: "category",
      stock: "quantity",
      image_urls: ["image_url", ...numbersTo(10).map((number) => `additional_image_url_${number}`)],
    },
  },
  {
    ...rest,
    name: "ua-hotline-fitness.xml",
    repository: "NastyaZakharina/kinezis",
    path: "hotline.xml",
    layout: "Hotline",
    currency: "UAH",
    read: xml("item"),
    fields: {
      sku: "id",
      name: "name",
      description: "description",
      price: "priceRUAH",
      brand: "vendor",
      image_urls: ["image"],
    },
  },
  {
    ...rest,
    name: "ua-okay.xml",
    repository: "SunlistOG/testxml",
    path: "feeds/stage/price-comparison-feed.xml",
    layout: "YML",
    currency: "UAH",
    read: xml("offer"),
    fields: { ...YML, mpn: "vendorCode", compare_at_price: "oldprice" },
  },
  {
    ...rest,
    name: "ua-prom-group.xml",
    repository: "SunlistOG/testxml",
    path: "feeds/stage/group-export.xml",
    layout: "YML",
    currency: "UAH",
    read: xml("offer"),
    fields: { ...YML, stock: "quantity_in_stock", compare_at_price: "oldprice" },
  },
  {
    ...rest,
    name: "ua-watches.xml",
    repository: "SunlistOG/testxml",
    path: "feeds/stage/qre07.xml",
    layout: "YML",
    currency: "UAH",
    read: xml("offer"),
    fields: YML,
  },
  {
    ...rest,
    name: "gr-skroutz-office.xml",
    repository: "Twenty-One-Greece/jamba-copy",
    path: "skroutz.xml",
    layout: "Skroutz",
    currency: null,
    read: xml("product"),
    fields: {
      sku: "id",
      name: "name",
      price: "price_with_vat",
      category: "category",
      brand: "manufacturer",
      mpn: "mpn",
      image_urls: ["image"],
    },
  },
  {
    ...rest,
    name: "gr-all-export.csv",
    repository: "Twenty-One-Greece/jamba-copy",
    path: "wp-content/uploads/wpallimport/files/_Export_2016_December_12_1056.csv",
    layout: "WP All Export",
    currency: null,
    read: csv(","),
    fields: { sku: "SKU", name: "Title", category: "Κατηγορίες Προϊόντων" },
  },
  {
    ...rest,
    name: "se-prisjakt.xml",
    repository: "Velofant/velofant-feed",
    path: "Produkter Prisjakt24 XMl.txt",
    layout: "Google, XML",
    currency: "SEK",
    read: xml("item"),
    fields: GOOGLE,
  },
  {
    ...rest,
    name: "cz-heureka-herbs.xml",
    repository: "TomasPavlu/XML",
    path: "Heureka XML.xml",
    layout: "Heureka",
    currency: null,
    read: xml("SHOPITEM"),
    fields: { ...HEUREKA, weight: inKilograms(beside("PARAM.PARAM_NAME", "PARAM.VAL", "Hmotnost")) },
  },
  {
    ...rest,
    name: "pl-wholesale-clothes.xml",
    repository: "92-Henris/test-XML-import",
    path: "products.xml",
    layout: "Google, XML",
    currency: "PLN",
    read: xml("item"),
    fields: { ...GOOGLE, name: "title", category: "g:category", color: "Color" },
    may: ["shopping_category"],
  },
  {
    ...rest,
    name: "tr-motor-parts.xml",
    repository: "mrhbozkurt/scripts-php-xmltoexcel",
    path: "urunler.xml",
    layout: "Turkish shop",
    currency: "EUR",
    read: xml("urun"),
    fields: {
      sku: "StokKodu",
      name: "StokAdi",
      description: "Detay",
      stock: "Envanter",
      price: (record) =>
        record.get("SatisFiyati1ParaBirimi")?.[0] === "EURO" ? first("SatisFiyati1")(record) : undefined,
      brand: "MarkaAdi",
      tax_rate: "KdvOrani",
      unit_of_measure: "BirimAdi",
      category: "AnaKategori",
      image_urls: ["Resim"],
    },
    may: ["short_description", "tags", "seo_keywords", "external_id"],
  },
  {
    ...rest,
    name: "de-bmecat-12-tools.xml",
    repository: "HenrikPilz/BMEcatConverter",
    path: "test_data/testCreateExcelFullDataWithCategoryTreeAndDTD.xml",
    licence: "BSD-3-Clause",
    layout: "BMEcat 1.2",
    currency: "EUR",
    read: xml("ARTICLE"),
    fields: {
      ean: "ARTICLE_DETAILS.EAN",
      name: "ARTICLE_DETAILS.DESCRIPTION_SHORT",
      description: "ARTICLE_DETAILS.DESCRIPTION_LONG",
      mpn: "ARTICLE_DETAILS.MANUFACTURER_AID",
      brand: "ARTICLE_DETAILS.MANUFACTURER_NAME",
      lead_time_days: "ARTICLE_DETAILS.DELIVERY_TIME",
      // 2200 g, and 188.0 mm.
      weight: () => "2.2",
      width: () => "18.8",
    },
    may: [
      "supplier_reference",
      "sku",
      "unit_of_measure",
      "seo_keywords",
      "tags",
      "price",
      "cost_price",
      "order_increment",
    ],
  },
];
