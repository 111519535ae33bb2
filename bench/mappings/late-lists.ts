import type { Entry } from "./entry.ts";
import { sheet } from "./more-feeds.ts";
import { byHeader, readCsv, readJson, type SourceRecord } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";

const rest = { licence: "none named", added: "2026-11-29" };
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
const json = (path: string) => readJson(path, (document: object[]) => document);

/** A list without a header: every row is a product; columns are named by their place. */
const headless =
  (columns: number) =>
  (path: string): SourceRecord[] => {
    const rows = readCsv(path, { delimiter: ";" });
    // The first row was taken for a header: its names are the values.
    const names = [...(rows[0]?.keys() ?? [])];
    const values = rows.map((row) => names.map((name) => row.get(name)?.[0] ?? ""));
    return byHeader([Array.from({ length: columns }, (_, index) => `${index}`), names, ...values]);
  };

/** Objects that hold their prices in another one. */
const withPrices = (path: string): SourceRecord[] =>
  readJson(path, (document: { prices: object }[]) =>
    document.map(({ prices, ...product }) => ({ ...product, ...prices })),
  );

/** Lists of wholesalers, shops and programs that were measured before any rule had seen them. */
export const LATE_LISTS: readonly Entry[] = [
  {
    ...rest,
    name: "br-wines.csv",
    repository: "Brasiliarep/delvigor-estatico-2024",
    path: "produtos.csv",
    layout: "catalog sheet",
    currency: null,
    read: csv(";"),
    fields: { name: "nome", description: "desc", category: "categoria", price: "precoNormal", image_urls: ["img"] },
    may: ["compare_at_price"],
  },
  {
    ...rest,
    name: "ua-linen.csv",
    repository: "Hakacyka/parser-project",
    path: "tovary.csv",
    layout: "Russian price list",
    currency: "UAH",
    read: csv(";"),
    fields: { sku: "Артикул", name: "Название", price: "Цена" },
  },
  {
    ...rest,
    name: "fi-gliders.json",
    repository: "ikettunen/foxer-web",
    path: "products.json",
    layout: "JSON of a shop",
    currency: null,
    read: json,
    fields: {
      sku: "id",
      name: "name",
      price: "price",
      category: "category",
      short_description: "shortDescription",
      description: "description",
      brand: "brand",
      image_urls: ["images"],
    },
    may: ["size", "color", "compare_at_price"],
  },
  {
    ...rest,
    name: "ro-bio.csv",
    repository: "remusm/alegebio",
    path: "produse.csv",
    layout: "list without a header",
    currency: null,
    read: headless(12),
    fields: {
      sku: "0",
      name: "1",
      brand: "2",
      cost_price: "3",
      price: "4",
      ean: "9",
      description: "10",
      image_urls: ["11"],
    },
    may: ["country_of_origin", "unit_of_measure", "weight", "size", "tax_rate"],
  },
  {
    ...rest,
    name: "me-fishing.csv",
    repository: "zoranbjelajac1-debug/iz2026ver11",
    path: "artikli.csv",
    layout: "list without a header",
    currency: null,
    read: headless(3),
    fields: { sku: "0", name: "1", ean: "2" },
  },
  {
    ...rest,
    name: "us-arepas.json",
    repository: "sescobarp04/Orders-App",
    path: "data/products.json",
    layout: "JSON with several prices",
    currency: null,
    read: withPrices,
    fields: { sku: "id", name: "name", cost_price: "cost", price: "retail", unit_of_measure: "quantity_unit" },
    may: ["brand", "supplier_code", "image_urls"],
  },
  {
    ...rest,
    name: "ar-pharmacy.xlsx",
    repository: "adema-websites/toma-pedidos",
    path: "lista_precios.xlsx",
    layout: "wholesaler",
    currency: null,
    read: sheet(),
    fields: { sku: "CÓDIGO", name: "DESCRIPCIÓN", price: "PRECIO LISTA" },
  },
  {
    ...rest,
    name: "ar-nuts.xlsx",
    repository: "Hukke1990/server",
    path: "lista_precios_after_patch.xlsx",
    layout: "wholesaler",
    currency: null,
    read: sheet(),
    fields: { sku: "codigo", name: "descripcion", price: "precio", stock: "stock" },
  },
  {
    ...rest,
    name: "at-plumbing.json",
    repository: "enapetschnig/bau4epower",
    path: "scripts/installateur-katalog.json",
    layout: "German trade list",
    currency: null,
    read: json,
    fields: {
      sku: "nr",
      name: "name",
      category: "gewerk",
      unit_of_measure: "einheit",
      price: "preis",
      description: "beschreibung",
    },
  },
  {
    ...rest,
    name: "tr-books.csv",
    repository: "uzerbera-hub/kalefotokopi",
    path: "katalog.csv",
    layout: "catalog sheet",
    currency: "TRY",
    read: csv(","),
    fields: {
      sku: "kod adı",
      name: "ad",
      image_urls: ["kapak"],
      price: "fiyat",
      brand: "marka",
      category: "kategori",
    },
  },
  {
    ...rest,
    name: "id-grocery.csv",
    repository: "akhdaniel/retail12",
    path: "old/09 import.master.product.csv",
    layout: "Odoo",
    currency: null,
    read: csv(","),
    fields: {
      sku: "Internal Reference",
      name: "Name",
      cost_price: "Cost",
      price: "Sale Price",
      category: "Internal Category",
      unit_of_measure: "Unit of Measure",
    },
  },
  {
    ...rest,
    name: "de-decor.csv",
    repository: "pinkstories/tool",
    path: "Artikel.csv",
    layout: "German ERP",
    currency: null,
    read: csv(";"),
    fields: { sku: "Artikelnummer", name: "Name", price: "Preis" },
    may: ["unit_of_measure", "package_quantity"],
  },
  {
    ...rest,
    name: "no-bowls.json",
    repository: "Kaigland/nettbutikk",
    path: "data/produkter.json",
    layout: "JSON of a shop, two languages",
    currency: null,
    read: json,
    fields: { sku: "id", name: "navn", price: "pris", category: "kategori", description: "beskrivelse" },
    may: ["image_urls"],
  },
  {
    ...rest,
    name: "fr-tools.csv",
    repository: "Frcode974/Bricobrac",
    path: "data/articles.csv",
    layout: "French price list",
    currency: null,
    read: csv(","),
    fields: { sku: "Référence", name: "Nom", cost_price: "Prix HT", tax_rate: "TVA" },
    may: ["price"],
  },
  {
    ...rest,
    name: "fr-garments.xlsx",
    repository: "Mehdi1025/latifa-shopping",
    path: "catalogue.xlsx",
    layout: "sheet with a title above",
    currency: null,
    read: async (path) => byHeader((await readSheets(path))[0]?.slice(2) ?? []),
    fields: { ean: "EAN-13 complet", name: "Nom du produit", price: "Prix", stock: "Stock", category: "Catégorie" },
    may: ["sku"],
  },
  {
    ...rest,
    name: "fr-spares.xlsx",
    repository: "jcmolinie-byte/catalogue_G",
    path: "public/catalogue.xlsx",
    layout: "French stores",
    currency: null,
    read: sheet(),
    fields: { sku: "Article", name: "Désignation article" },
  },
];
