import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { byHeader, readCsv, readJson, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";
import { SCRIPTED_WOO } from "./shop-files.ts";

const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
const rest = { licence: "none named" };
const PRICED = /^\d+(?:[.,]\d+)?$/;

/** The rows of a farm's weekly list, whose header stands below its letterhead. */
const farm = (path: string): SourceRecord[] =>
  readCsv(path, { delimiter: "," })
    .map((row) => [...row.values()].map(([text = ""]) => text))
    .filter((cells) => PRICED.test(cells[7] ?? "") && (cells[5] ?? "") !== "")
    .map(
      (cells) =>
        new Map([
          ["name", [cells[5] ?? ""]],
          ["price", [cells[7] ?? ""]],
        ]),
    );

/** Pages of a printed list, each with its own header. */
const pages = (path: string): SourceRecord[] =>
  readCsv(path, { delimiter: ";" })
    .map((row) => [...row.values()].map(([text = ""]) => text))
    .filter((cells) => /^\d{12}$/.test(cells[0] ?? ""))
    .map(
      (cells) =>
        new Map([
          ["code", [cells[0] ?? ""]],
          ["name", [cells[2] ?? ""]],
          ["model", [cells[4] ?? ""]],
          ["price", [cells[6] ?? ""]],
        ]),
    );

/** Lists of wholesalers and of programs that keep goods, and the formats of trades. */
export const LISTS: readonly Entry[] = [
  {
    ...rest,
    name: "it-wholesale.csv",
    repository: "optixrobert/erregameimport",
    path: "listino.csv",
    layout: "Italian wholesaler",
    currency: "EUR",
    read: (path) => readCsv(path, { delimiter: "\t", encoding: "windows-1252" }),
    fields: {
      sku: "IdProd",
      ean: "Ean",
      name: "Titolo",
      description: "Descrizione",
      weight: "Peso",
      cost_price: "Prezzo",
      price: "Listino",
      brand: "Marca",
      stock: "Disponibilita",
      category: first("SCat", "Cat"),
      image_urls: ["LinkImmagine"],
    },
    may: ["tax_rate", "supplier_reference", "external_id"],
  },
  {
    ...rest,
    name: "it-beers.csv",
    repository: "BR-italaber/fileimport",
    path: "catalog_product_10k.csv",
    layout: "script",
    currency: "EUR",
    read: csv(";"),
    fields: { sku: "product_id", name: "name", price: "price", color: "color", size: "size" },
  },
  {
    ...rest,
    name: "it-menu.csv",
    repository: "GhostinoPorco/prodotti_wildix",
    path: "products.csv",
    layout: "script",
    currency: "EUR",
    read: csv(","),
    fields: { name: "name", price: "price", description: "description" },
  },
  {
    ...rest,
    name: "nl-hairdresser.csv",
    repository: "ali-tevfik/kappersleverancier",
    path: "producten.csv",
    layout: "Dutch wholesaler",
    currency: "EUR",
    // Of rows with one code the last counts; others say that they have none.
    read: (path) => [
      ...new Map(
        csv(",")(path)
          .filter((row) => /^\d{8,14}$/.test(first("EAN")(row) ?? ""))
          .map((row) => [first("EAN")(row), row] as const),
      ).values(),
    ],
    fields: { ean: "EAN", name: "Name", price: "Price", image_urls: ["image"] },
  },
  {
    ...rest,
    name: "pl-parts.csv",
    repository: "logi-meblob/parts",
    path: "produkty.csv",
    layout: "Polish parts list",
    currency: null,
    read: csv(";"),
    fields: { sku: "SKU", name: "Nazwa", color: "Kolor" },
  },
  {
    ...rest,
    name: "de-farm-price-list.csv",
    repository: "Freudenhof/Bestellformular",
    path: "preisliste.csv",
    layout: "letterhead above the header",
    currency: "EUR",
    read: farm,
    fields: { name: "name", price: "price" },
    may: ["category", "unit_of_measure", "tax_rate", "country_of_origin", "cost_price"],
  },
  {
    ...rest,
    name: "ve-price-list.csv",
    repository: "AdaptaProERP/migracion_de_datos",
    path: "productos.csv",
    layout: "printed pages",
    currency: null,
    read: pages,
    fields: { sku: "code", name: "name", price: "price" },
    may: ["mpn", "warranty_duration"],
  },
  {
    ...rest,
    name: "sk-fragrances.json",
    repository: "Veelynsk/veelyn",
    path: "fragrances.json",
    layout: "script, JSON",
    currency: "EUR",
    read: (path) => readJson(path, (list: object[]) => list),
    fields: { sku: "id", name: "veelyn_name", brand: "brand", price: "veelyn_price" },
    may: ["compare_at_price"],
  },
  {
    ...rest,
    name: "rs-woocommerce.json",
    repository: "vemid/bambini",
    path: "woocommerce_products.json",
    layout: "script over WooCommerce",
    currency: null,
    read: (path) => readJson(path, (list: object[]) => list),
    fields: SCRIPTED_WOO,
    may: ["image_urls", "status", "external_id"],
  },
  {
    ...rest,
    name: "rs-erp.xlsx",
    repository: "vemid/bambini",
    path: "woocommerce_products_20250622_165447.xlsx",
    layout: "Serbian ERP",
    currency: null,
    read: async (path) => byHeader((await readSheets(path))[0] ?? []),
    fields: {
      sku: "sku",
      name: "product_name",
      description: "description",
      brand: "brand",
      price: "net_retail_price",
      cost_price: "invoice_price",
      category: "product_category_name",
      weight: "weight",
    },
    may: ["tax_rate", "is_active", "compare_at_price", "stock", "image_urls", "size"],
  },
  {
    ...rest,
    name: "ua-prom.xlsx",
    repository: "xvalikan/avtopro-pricelist",
    path: "prom.xlsx",
    layout: "Prom.ua",
    currency: "UAH",
    read: async (path) => byHeader((await readSheets(path))[0] ?? []),
    fields: {
      sku: "Код_товару",
      name: "Назва_позиції",
      description: "Опис",
      price: "Ціна",
      unit_of_measure: "Одиниця_виміру",
      brand: "Виробник",
      country_of_origin: "Країна_виробник",
      category: "Назва_групи",
    },
    may: ["image_urls", "stock", "external_id", "seo_keywords", "tags", "min_order_quantity"],
  },
  {
    ...rest,
    name: "it-tickets.xlsx",
    repository: "Carnacky79/prestigio_wp",
    path: "listino.xlsx",
    layout: "Italian price list, sheets",
    currency: "EUR",
    read: async (path) => byHeader((await readSheets(path))[0] ?? []),
    fields: { name: "Prodotto", price: "Prezzo Piattaforma", category: "Categoria" },
    may: ["tax_rate"],
  },
];
