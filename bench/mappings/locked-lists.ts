import type { Entry } from "./entry.ts";
import { first, gtin } from "./entry.ts";
import { readCsv, type SourceRecord } from "./read-source.ts";

const rest = { licence: "none named", added: "2026-11-29 by name", part: "locked", currency: null } as const;
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
/** A code that is in several rows means one product: the last row counts. */
const lastOf = (column: string, records: readonly SourceRecord[]): SourceRecord[] => [
  ...new Map(records.map((record) => [first(column)(record), record])).values(),
];
/** A figure that is not 0 and not below it. */
const above = (column: string) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text !== undefined && /[1-9]/.test(text) && !text.startsWith("-") ? text : undefined;
};
/** A quantity: what is below 0 is none. */
const quantity = (column: string) => (record: SourceRecord) => /^\d.*/.exec(first(column)(record) ?? "")?.[0];
const inKilograms = (column: string) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text === undefined ? undefined : String(Number(text) / 1000);
};

/** Lists that were listed by their addresses alone; no one opened them before the rules were frozen. */
export const LOCKED_LISTS: readonly Entry[] = [
  {
    ...rest,
    name: "de-packaging.csv",
    repository: "Batu4135/Tour-app",
    path: "data/produkte.csv",
    layout: "German price list",
    read: csv(";"),
    fields: { sku: "Artikelnummer", name: "Name", price: "Preis" },
  },
  {
    ...rest,
    // Its header is in another encoding than its rows.
    name: "mx-electronics.csv",
    repository: "HiGonz/Catalogo",
    path: "catalogo.csv",
    layout: "catalog sheet",
    currency: "MXN",
    read: csv(","),
    fields: {
      sku: "SKU",
      name: "Nombre",
      price: "Precio",
      description: "Descripci\uFFFDn",
      weight: inKilograms("Peso"),
    },
    may: ["image_urls"],
  },
  {
    ...rest,
    name: "il-menu.csv",
    repository: "Lyzerl/ofers",
    path: "pricelist.csv",
    layout: "list without codes",
    read: csv(","),
    fields: { category: "קטגוריה", name: "שם מנה", price: "מחיר" },
  },
  {
    ...rest,
    name: "pl-purchase.csv",
    repository: "MrsClaire8/live-price-by-ps",
    path: "cennik.csv",
    layout: "prices without names",
    read: csv(";"),
    fields: { sku: "kod_produktuod", cost_price: "Cena_zakupu" },
  },
  {
    ...rest,
    name: "de-organic.csv",
    repository: "Ralfsmart/AlteEichewebshop",
    path: "data/produkte.csv",
    layout: "German wholesaler",
    read: (path) => lastOf("ArtikelNr", csv(",")(path)),
    fields: {
      sku: "ArtikelNr",
      name: "Bezeichnung",
      category: "Kategorie",
      brand: "Hersteller",
      price: "PreisInklMwst",
      tax_rate: "MwstSatz",
    },
    may: ["country_of_origin", "package_quantity", "unit_of_measure", "size"],
  },
  {
    ...rest,
    name: "br-electrical.csv",
    repository: "WildDuck-exe/projeto-cotacao-automatica",
    path: "data/produtos.csv",
    layout: "Brazilian wholesaler",
    read: (path) => lastOf("Código", csv(",")(path)),
    fields: {
      sku: "Código",
      name: "Descrição",
      category: "Categoria",
      unit_of_measure: "Unidade",
      color: "Cor",
      brand: "Marca",
      stock: "Qtd em Estoque",
    },
    may: ["description"],
  },
  {
    ...rest,
    name: "br-groceries.csv",
    repository: "XLR-H/xl_search",
    path: "data/produtos.csv",
    layout: "catalog sheet",
    read: csv(","),
    fields: { sku: "id", name: "type", brand: "brand", category: "group" },
    may: ["size", "volume", "package_volume"],
  },
  {
    ...rest,
    name: "tr-meters.csv",
    repository: "ahmet-kaynarpinar/entes-ajan",
    path: "urunler.csv",
    layout: "models and what they have",
    read: csv(","),
    fields: { name: "Model", category: "Kategori" },
    may: ["mpn", "size", "brand"],
  },
  {
    ...rest,
    name: "pl-frames.csv",
    repository: "biuro-ship-it/oprawa-ae",
    path: "cennik.csv",
    layout: "prices without names, two headers",
    currency: "PLN",
    read: (path) => readCsv(path, { delimiter: ";", skip: 1 }),
    fields: { sku: "Profil listwy", cost_price: "Cena netto w listwie/mb (PLN)" },
    may: ["price", "width", "package_quantity"],
  },
  {
    ...rest,
    name: "fi-kiosk.csv",
    repository: "eetue2/verkkokauppaprojekti",
    path: "tuotteet.csv",
    layout: "catalog sheet",
    read: csv(","),
    fields: { sku: "product_id", name: "product", price: "price" },
  },
  {
    ...rest,
    name: "co-supermarket.csv",
    repository: "juank159/la_bomba",
    path: "articulos.csv",
    layout: "Colombian till",
    read: csv(";"),
    fields: {
      sku: "id",
      ean: gtin("referencias"),
      name: "nombre",
      price: above("precioa"),
      cost_price: above("costo"),
      stock: quantity("existencia"),
      tax_rate: (record) => /(\d+)\s*%/.exec(first("iva")(record) ?? "")?.[1],
    },
  },
  {
    ...rest,
    name: "in-perfumes.csv",
    repository: "pristineperfume/pristine-perfume",
    path: "pricelist.csv",
    layout: "list without codes, a price for each weight",
    read: csv(","),
    fields: { name: "Product Name", category: "Category" },
    may: ["price", "cost_price"],
  },
  {
    ...rest,
    name: "es-builders.csv",
    repository: "the-mba/auto-libra",
    path: "articulos.csv",
    layout: "Spanish ERP",
    read: (path) => lastOf("CODIGO_ARTICULO", csv(";")(path)),
    fields: { sku: "CODIGO_ARTICULO", name: "DESCRIP_COMERCIAL", unit_of_measure: "UNIDAD_CODIGO1" },
    may: ["category"],
  },
];
