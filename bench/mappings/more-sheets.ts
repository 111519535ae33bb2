import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { sheet } from "./more-feeds.ts";
import { byHeader, readCsv, readJson, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";

const rest = { licence: "none named", added: "2026-11-25" };
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
/** A value in another unit than the catalog's. */
const times = (column: string, factor: number) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text === undefined ? undefined : String(Number((Number(text.replace(",", ".")) * factor).toFixed(6)));
};
const json = (path: string) => readJson(path, (document: object[]) => document);

/** Objects in objects as records by their paths. */
function nested(path: string): SourceRecord[] {
  const textsOf = (value: unknown, at: string): [string, string[]][] => {
    if (value === null || value === "") return [];
    if (Array.isArray(value)) return [[at, value.map(String)]];
    if (typeof value !== "object") return [[at, [String(value)]]];
    return Object.entries(value as object).flatMap(([key, each]) => textsOf(each, at === "" ? key : `${at}.${key}`));
  };
  return (JSON.parse(readFileSync(path, "utf8")) as object[]).map((object) => new Map(textsOf(object, "")));
}

/** A table without a header, by the numbers of its columns from 1. */
const numbered = (path: string): SourceRecord[] =>
  (
    parse(readFileSync(path, "utf8"), { delimiter: ";", relax_column_count: true, relax_quotes: true }) as string[][]
  ).map((cells) => new Map(cells.map((cell, index) => [String(index + 1), [cell]])));

/** Tills, catalog sheets and files of shops, from repositories that no rule was tuned to. */
export const MORE_SHEETS: readonly Entry[] = [
  {
    ...rest,
    name: "de-farm-shop.csv",
    repository: "hapehahn/hofladen-picker",
    path: "produkte.csv",
    layout: "till",
    currency: null,
    read: (path) => csv(";")(path).filter((row) => first("Barcode")(row) !== undefined),
    fields: { ean: "Barcode", name: "Name", unit_of_measure: "Einheit" },
  },
  {
    ...rest,
    name: "de-kiosk.csv",
    repository: "jonichrishannon-eng/saftladen-showcase",
    path: "produkte.csv",
    layout: "till",
    currency: null,
    read: csv(";"),
    fields: { sku: "ArtNr", name: "Name", price: "Preis" },
  },
  {
    ...rest,
    name: "ma-odoo-pharmacy.csv",
    repository: "mosadiqit/serverOVH",
    path: "product.template.csv",
    layout: "Odoo",
    currency: null,
    read: csv(","),
    fields: { sku: "default_code", ean: "barcode", name: "name", price: "list_price", cost_price: "standard_price" },
    may: ["external_id"],
  },
  {
    ...rest,
    name: "de-lamps.csv",
    repository: "wallace-gmbh/abalight",
    path: "produkte.csv",
    layout: "catalog sheet",
    currency: null,
    read: csv("\t"),
    fields: {
      sku: "Artikelnummer",
      name: "Kurzbez.",
      description: "Langtext",
      category: first("Warenuntergruppe", "Warengruppe"),
      color: "Farbe",
      weight: times("Gewicht", 0.001),
    },
    may: ["warranty_duration", "dimensions"],
  },
  {
    ...rest,
    name: "at-houses.xlsx",
    repository: "wieserbalkus/haas-preisliste-viewer",
    path: "data/Artikelpreisliste.xlsx",
    layout: "Austrian price list",
    currency: null,
    read: async (path) =>
      byHeader((await readSheets(path))[0]?.filter((row, index) => index === 0 || (row[5] ?? "") !== "") ?? []),
    fields: { sku: "", name: "Kurztext", unit_of_measure: "Einheit", price: "Preis" },
    may: ["description", "short_description"],
  },
  {
    ...rest,
    name: "ch-switchgear.json",
    repository: "TatTran22/abb-knx-devices-crawler",
    path: "crawled_data/Miniature-Circuit-Breakers/ABB-MCBs-Products_389-488.json",
    layout: "nested JSON",
    currency: null,
    read: nested,
    fields: {
      sku: "generalInformation.orderCode",
      ean: "generalInformation.ean",
      name: "title",
      description: "generalInformation.longDescription",
      brand: "generalInformation.productBrand",
      unit_of_measure: "generalInformation.unit",
      min_order_quantity: "generalInformation.minimumOrderQuantity",
      category: "categories",
      weight: "dimensions.netWeight",
      image_urls: ["imageUrl"],
    },
    may: ["width", "height", "depth", "short_description"],
  },
  {
    ...rest,
    name: "pl-lamps-no-header.csv",
    repository: "mkuczynski11/be_prestashop",
    path: "products.csv",
    layout: "without a header",
    currency: null,
    read: numbered,
    fields: { ean: "5", name: "2", image_urls: ["20"] },
    may: ["sku"],
  },
  {
    ...rest,
    name: "sk-textile.xlsx",
    repository: "irongogo1972-design/BRANDEX-PONUKY",
    path: "produkty.xlsx",
    layout: "Slovak wholesaler",
    currency: null,
    read: sheet(),
    fields: {
      sku: "KOD_IT",
      name: "SKUPINOVY_NAZOV",
      brand: "BRAND",
      color: "COLOR",
      size: "SIZE",
      price: "PRICE",
      stock: "STOCK_100",
    },
    may: ["image_urls", "mpn"],
  },
  {
    ...rest,
    name: "pe-car-parts.xlsx",
    repository: "BOXPARTS/consulta-precios-hyundaikia",
    path: "productos.xlsx",
    layout: "stock sheet",
    currency: null,
    read: sheet(),
    fields: {
      sku: "Código",
      name: "Descripción",
      price: "Precio",
      stock: (record) => /^\d+$/.exec(first("Stock")(record) ?? "")?.[0],
    },
  },
  {
    ...rest,
    name: "uy-wholesale.json",
    repository: "Chrisok9788/mayorista-makabra",
    path: "products.json",
    layout: "JSON of a shop",
    currency: null,
    read: json,
    fields: { sku: "id", name: "nombre", price: "precio", category: "categoria", brand: "marca" },
    may: ["tags"],
  },
  {
    ...rest,
    name: "de-supermarket.xlsx",
    repository: "smitunagar/aa-international-supermarkt",
    path: "MANAGEMENT.ITEMS.VER2.XLSX",
    layout: "cash register",
    currency: null,
    read: sheet(),
    fields: {
      sku: "PLU",
      ean: "BARCODE",
      name: "BESCHREIBUNG",
      category: "ARTIKELSGRUPPE",
      price: "PRICE",
      tax_rate: "MWST",
      unit_of_measure: "EINHEIT",
    },
    may: ["stock"],
  },
  {
    ...rest,
    name: "fr-dates.json",
    repository: "m-a-fr/le-dattier",
    path: "produits.json",
    layout: "JSON of a shop",
    currency: null,
    read: (path) => readJson(path, (document: { produits: object[] }) => document.produits),
    fields: {
      sku: "id",
      name: "nom",
      price: "prix",
      category: "categorie",
      description: "description",
      weight: times("poids", 0.001),
    },
    may: ["unit_of_measure", "country_of_origin"],
  },
  {
    ...rest,
    name: "es-clothes.xlsx",
    repository: "piperuiz-rgb/peticiones",
    path: "catalogue.xlsx",
    layout: "Spanish wholesaler",
    currency: null,
    read: sheet(),
    fields: { ean: "EAN", name: "Nombre", color: "Color", size: "Talla" },
    may: ["sku"],
  },
  {
    ...rest,
    name: "do-electronics.csv",
    repository: "fabyc/ndx_import_scripts",
    path: "productos.csv",
    layout: "Spanish ERP",
    currency: null,
    read: csv(","),
    fields: {
      sku: "Cod. Unidad",
      name: "Descripción",
      stock: "Existencias",
      cost_price: "Costo",
      price: "P.V.P 1",
      category: "categoria",
    },
  },
];
