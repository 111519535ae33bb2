import { readFileSync } from "node:fs";
import type { Entry } from "./entry.ts";
import { first, gtin } from "./entry.ts";
import { sheet } from "./more-feeds.ts";
import { byHeader, readCsv, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";
import { MAY_SHOPIFY, SHOPIFY, SHOPIFY_PARENTS, shopify, shopifyParents } from "./shop-files.ts";

const rest = { licence: "none named", added: "2026-11-29 third", part: "locked", currency: null } as const;
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
/** A figure that is not 0. */
const above = (column: string) => (record: SourceRecord) => /^.*[1-9].*$/.exec(first(column)(record) ?? "")?.[0];
const filled = (column: string) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text === "NULL" ? undefined : text;
};
const EXPORT = { path: "products_export_1.csv", layout: "Shopify" } as const;
const SHARED = { category: first("Type", "Product Category"), compare_at_price: above("Variant Compare At Price") };
const ROWS = { ...EXPORT, read: shopify, fields: { ...SHOPIFY, ...SHARED }, may: MAY_SHOPIFY } as const;
/** Exports whose variants have no codes, or share them. */
const PARENTS = {
  ...EXPORT,
  read: shopifyParents,
  areParents: true,
  fields: { ...SHOPIFY_PARENTS, ...SHARED },
  may: [...MAY_SHOPIFY, "stock", "cost_price", "ean"],
} as const;
const HEADER = ["A", "B", "C", "D"];
const withoutHeader = (delimiter: string) => (path: string) =>
  byHeader([
    HEADER,
    ...readFileSync(path, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "")
      .map((line) => line.split(delimiter)),
  ]);
/** A code that is in several rows means one product: the last row counts. */
const lastOf = (column: string, records: readonly SourceRecord[]): SourceRecord[] => [
  ...new Map(records.map((record) => [first(column)(record), record])).values(),
];

/** Lists that were named by their addresses alone and opened after the rules were frozen for the third time. */
export const THIRD_LOCKED: readonly Entry[] = [
  { ...rest, ...PARENTS, name: "eg-hair-care.csv", repository: "3odawav/lavie-cosmetics" },
  { ...rest, ...PARENTS, name: "us-scented-candles.csv", repository: "FatTonyio/zenvi-swipe" },
  { ...rest, ...ROWS, name: "za-skin-care.csv", repository: "ItaloOlivier/ayonne" },
  { ...rest, ...ROWS, name: "us-ponds.csv", repository: "Utah-MMC/pondcleanup" },
  { ...rest, ...ROWS, name: "bd-demonstration.csv", repository: "abdulkayium/csv_product" },
  { ...rest, ...PARENTS, name: "hn-babies.csv", repository: "babyheavenhn/baby-heaven" },
  { ...rest, ...PARENTS, name: "br-trends.csv", repository: "biliscosaf/trendnow-brasil" },
  { ...rest, ...PARENTS, name: "tr-gloves.csv", repository: "cantorunkerem8/eticaretsite" },
  { ...rest, ...PARENTS, name: "us-fan-shirts.csv", repository: "lifemademagic/catalog" },
  { ...rest, ...PARENTS, name: "us-footage.csv", repository: "quinnvw/Kwpax-product-catalog" },
  {
    ...rest,
    name: "de-toy-till.csv",
    repository: "JanSquare/KinderKasse",
    path: "artikel.csv",
    layout: "German till",
    read: csv(";"),
    fields: { sku: "Barcode", name: "Zeile1", price: "Preis" },
    may: ["ean", "description", "short_description"],
  },
  {
    ...rest,
    name: "fr-minibar.csv",
    repository: "neadesign/minibar",
    path: "listino.csv",
    layout: "list without codes, four languages",
    read: csv(","),
    fields: { name: "Produit (FR)", price: "Prezzo" },
  },
  {
    ...rest,
    name: "ch-bistro.csv",
    repository: "s1mon-walker/Kassensystem-Bistro",
    path: "preisliste.csv",
    layout: "list without a header and codes",
    read: withoutHeader(","),
    fields: { name: "A", price: "B" },
  },
  {
    ...rest,
    name: "de-simulated-shop.csv",
    repository: "omarelhussein/EShop",
    path: "artikel.csv",
    layout: "list without a header",
    read: withoutHeader(";"),
    fields: { sku: "A", name: "B", price: "C", stock: "D" },
  },
  {
    ...rest,
    name: "de-care.csv",
    repository: "rokytnice/salmed-DMRZ",
    path: "artikel.csv",
    layout: "German price list",
    read: csv(","),
    fields: { sku: "ID", name: "Artikel", price: "VK" },
  },
  {
    ...rest,
    name: "co-paints.xlsx",
    repository: "DiegoMao201/Cotizador",
    path: "lista_precios.xlsx",
    layout: "Colombian price lists",
    read: async (path) => (await sheet()(path)).filter((record) => first("Descripción")(record) !== undefined),
    fields: { sku: "Referencia", name: "Descripción", price: above("Publico 800 Lista 1") },
    may: ["description", "short_description", "cost_price", "compare_at_price"],
  },
  {
    ...rest,
    name: "ar-toys.xlsx",
    repository: "HitHubPocopan/ventas2311",
    path: "catalogo.xlsx",
    layout: "list without codes",
    read: sheet(),
    fields: { name: "Nombre", category: "Categoria", cost_price: above("Precio Compra"), price: above("Precio Venta") },
  },
  {
    ...rest,
    name: "pl-electrical.xlsx",
    repository: "Kamil-Szcz/Electrical-Wholesale-Database",
    path: "price_list.xlsx",
    layout: "Polish wholesaler",
    read: sheet(),
    fields: {
      sku: "Nr katalogowy",
      ean: gtin("Kod GTIN"),
      name: "Pełny\n opis produktu",
      cost_price: "Cena zakupu (netto)",
      price: "Cena sprzedaży (netto)",
      tax_rate: "VAT",
      stock: "Ilość w magazynie",
      lead_time_days: "Czas dostawy",
      category: "Opis podgrupy",
    },
    may: ["status"],
  },
  {
    ...rest,
    name: "pe-farm-parts.xlsx",
    repository: "agroline96/agroline",
    path: "catalogo.xlsx",
    layout: "catalog sheet",
    read: async (path) => lastOf("CODIGO", await sheet()(path)),
    fields: { sku: "CODIGO", name: "DESCRIPCION", brand: "MARCA" },
    may: ["size", "category", "description", "short_description"],
  },
  {
    ...rest,
    name: "mx-office.xlsx",
    repository: "cyberfrentic/almacen",
    path: "catalogo.xlsx",
    layout: "list without a header",
    read: async (path) => lastOf("A", byHeader([HEADER, ...((await readSheets(path))[0] ?? [])])),
    fields: { sku: "A", name: filled("B"), category: filled("C"), unit_of_measure: filled("D") },
  },
  {
    ...rest,
    name: "fr-accessories.xlsx",
    repository: "svcrobotics/boutique",
    path: "produits.xlsx",
    layout: "catalog sheet",
    read: sheet(),
    fields: { sku: "id", name: "nom", category: "categorie" },
  },
];
