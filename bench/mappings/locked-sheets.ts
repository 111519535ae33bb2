import type { Entry } from "./entry.ts";
import { first, gtin } from "./entry.ts";
import { sheet } from "./more-feeds.ts";
import { byHeader, readCsv, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";

const rest = { licence: "none named", added: "2026-11-29 by name", part: "locked", currency: null } as const;
const _csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
/** A code that is in several rows means one product: the last row counts. */
const _lastOf = (column: string, records: readonly SourceRecord[]): SourceRecord[] => [
  ...new Map(records.map((record) => [first(column)(record), record])).values(),
];
/** A figure that is not 0 and not below it. */
const above = (column: string) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text !== undefined && /[1-9]/.test(text) && !text.startsWith("-") ? text : undefined;
};
/** A quantity: what is below 0 is none. */
const quantity = (column: string) => (record: SourceRecord) => /^\d.*/.exec(first(column)(record) ?? "")?.[0];
const _inKilograms = (column: string) => (record: SourceRecord) => {
  const text = first(column)(record);
  return text === undefined ? undefined : String(Number(text) / 1000);
};

/** Workbooks that were listed by their addresses alone; no one opened them before the rules were frozen. */
export const LOCKED_SHEETS: readonly Entry[] = [
  {
    ...rest,
    name: "cl-liquor.xlsx",
    repository: "Adolfoignaciodg/Botillera-",
    path: "stock.xlsx",
    layout: "Chilean shop",
    read: sheet(),
    fields: {
      category: "Tipo de Producto",
      name: "Producto",
      ean: gtin("Código Barras"),
      sku: "SKU",
      stock: quantity("Stock"),
      cost_price: above("Costo Neto Prom. Unitario"),
      brand: "Marca",
      price: above("Precio Venta Bruto"),
    },
    may: ["size"],
  },
  {
    ...rest,
    name: "in-medicines.xlsx",
    repository: "BB-Anu/pricelist",
    path: "pricelist.xlsx",
    layout: "list without codes",
    read: sheet(),
    fields: {
      brand: "COMPANY",
      name: "PRODUCT",
      description: "COMPOSITION",
      compare_at_price: "MRP",
      price: "RATE",
    },
    may: ["cost_price", "material", "package_quantity", "short_description"],
  },
  {
    ...rest,
    name: "kz-drinks.xlsx",
    repository: "Doomsday058/vostok_trade_backend",
    path: "price.xlsx",
    layout: "list without codes, groups between",
    read: async (path) => (await sheet()(path)).filter((record) => first("Цена")(record) !== undefined),
    fields: { name: "", stock: "Количество Остаток", price: "Цена" },
  },
  {
    ...rest,
    name: "rs-household.xlsx",
    repository: "MilosSimic994/Hemera__New",
    path: "cenovnik.xlsx",
    layout: "order form of a wholesaler",
    read: async (path) =>
      byHeader(((await readSheets(path))[0] ?? []).slice(3)).filter((record) =>
        /^\d/.test(first("Šifra art.")(record) ?? ""),
      ),
    fields: {
      sku: "Šifra art.",
      name: "Naziv proizvoda",
      ean: gtin("Bar Kod"),
      stock: quantity("Lager"),
      cost_price: "Neto cena bez PDV-a",
      package_quantity: "PAK.",
      image_urls: [""],
    },
    may: ["price"],
  },
  {
    ...rest,
    name: "co-perfumes.xlsx",
    repository: "SGCOx119009/perfumeria-datos",
    path: "inventario.xlsx",
    layout: "list without codes",
    read: sheet(),
    fields: {
      name: "producto",
      brand: "marca",
      price: "precio_unitario",
      category: "categoria",
      stock: "stock_actual",
    },
  },
  {
    ...rest,
    name: "gh-pharmacy.xlsx",
    repository: "SIRDES/sh-pharmacy",
    path: "stock.xlsx",
    layout: "list without codes",
    read: sheet(),
    fields: { name: "NAME", stock: quantity("QTY"), price: "PRICE" },
  },
  {
    ...rest,
    name: "py-ink.xlsx",
    repository: "chantalquintana/inventario_web",
    path: "inventario.xlsx",
    layout: "Paraguayan shop",
    read: sheet(),
    fields: {
      sku: "Código",
      name: "Nombre",
      description: "Descripción",
      cost_price: above("Precio Compra"),
      price: "Precio Venta",
      stock: "Stock",
    },
  },
];
