import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { withCategories } from "./late-feeds.ts";
import { sheet } from "./more-feeds.ts";
import { YML } from "./offers.ts";
import { byHeader, readCsv } from "./read-source.ts";
import { readSheets } from "./read-workbook.ts";
import { MAY_SHOPIFY, MAY_WIX, SHOPIFY, SHOPIFY_PARENTS, shopify, shopifyParents, WIX, wix } from "./shop-files.ts";

const rest = { licence: "none named", added: "2026-11-29 second", part: "locked", currency: null } as const;
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });
const EXPORT = { path: "products_export.csv", layout: "Shopify" } as const;
const PARENTS = {
  ...EXPORT,
  read: shopifyParents,
  areParents: true,
  fields: {
    ...SHOPIFY_PARENTS,
    category: first("Type", "Product Category"),
    // 0 is none.
    compare_at_price: (record: Parameters<ReturnType<typeof first>>[0]) =>
      /[1-9].*/.exec(first("Variant Compare At Price")(record) ?? "")?.input,
  },
  may: [...MAY_SHOPIFY, "stock", "cost_price", "ean"],
} as const;
const OF_WIX = {
  path: "catalog_products.csv",
  layout: "Wix",
  read: wix,
  areParents: true,
  fields: { ...WIX, sku: first("handleId"), brand: "brand" },
  may: [...MAY_WIX, "sku"],
} as const;
/** What Shopify writes before figures that spreadsheets would change. */
const unquoted = (column: string) => (record: Parameters<ReturnType<typeof first>>[0]) =>
  first(column)(record)?.replace(/^'/, "");

/** Files of the same lists of addresses that were opened only after the rules were frozen for the second time. */
export const SECOND_LOCKED: readonly Entry[] = [
  {
    ...rest,
    name: "it-rituals.csv",
    repository: "Alhenagenesa/alhenagenesa",
    path: "prodotti.csv",
    layout: "list without codes",
    read: (path) => csv(";")(path).filter((record) => first("nome")(record) !== undefined),
    fields: { name: "nome", price: "prezzo" },
    may: ["category", "image_urls"],
  },
  {
    ...rest,
    name: "fr-sushi.csv",
    repository: "MohamedAlshahoud/App_SUSHI-FUJI",
    path: "export_items.csv",
    layout: "Loyverse",
    read: csv(","),
    fields: {
      sku: "SKU",
      name: "Name",
      category: "Category",
      description: "Description",
      price: "Price [SUSHI FUJI]",
    },
    may: ["url_slug", "cost_price"],
  },
  { ...rest, ...OF_WIX, name: "ca-detailing.csv", repository: "TTMA-Main/EzeeWax" },
  { ...rest, ...OF_WIX, name: "us-vapes.csv", repository: "fahad2707/vapelounge" },
  { ...rest, ...OF_WIX, name: "gh-fashion.csv", repository: "persiusW/miss-tokyo-site" },
  {
    ...rest,
    name: "eg-sockets.csv",
    repository: "ahmedalghary1/elwsam-store",
    path: "products_export.csv",
    layout: "list without codes",
    read: csv(","),
    fields: { name: "اسم المنتج", description: "الوصف", price: "السعر", category: "القسم" },
    may: ["url_slug"],
  },
  { ...rest, ...PARENTS, name: "eg-gifts.csv", repository: "ahmedmegahedd/WrapItUp1" },
  { ...rest, ...PARENTS, name: "us-swimwear.csv", repository: "heyumerjaved/Swiminista-Images" },
  { ...rest, ...PARENTS, name: "au-sports.csv", repository: "mingsh22/ecommerce", path: "shopify_export.csv" },
  {
    ...rest,
    ...EXPORT,
    name: "us-rugs.csv",
    repository: "commerceworm/headless-shopify",
    read: shopify,
    fields: { ...SHOPIFY, category: "Type" },
    may: MAY_SHOPIFY,
  },
  {
    ...rest,
    ...EXPORT,
    name: "us-art.csv",
    repository: "iamwute/sacredspiralz",
    read: shopify,
    fields: { ...SHOPIFY, sku: unquoted("Variant SKU") },
    may: MAY_SHOPIFY,
  },
  {
    ...rest,
    ...EXPORT,
    name: "br-cookware.csv",
    repository: "igormart21/stoneflame",
    read: shopify,
    fields: { ...SHOPIFY, category: "Type" },
    may: MAY_SHOPIFY,
  },
  {
    ...rest,
    name: "fr-medical.csv",
    repository: "duduod-maker/medical-consumable-app",
    path: "data/produits.csv",
    layout: "list of a hospital",
    read: (path) => csv(";")(path).filter((record) => first("reference")(record) !== undefined),
    fields: { sku: "reference", name: "name", description: "description" },
    may: ["ean", "price", "supplier_code", "category"],
  },
  {
    ...rest,
    name: "gb-phones.csv",
    repository: "techcoder16/pricelist",
    path: "pricelist.csv",
    layout: "British wholesaler",
    read: csv(","),
    fields: {
      sku: "PartNo",
      name: "Model",
      brand: "Manufacturer",
      stock: "StockLevel",
      cost_price: "Cost",
      compare_at_price: "RRP",
      image_urls: ["Image"],
      category: "Product Category",
    },
    may: ["price", "description", "mpn"],
  },
  {
    ...rest,
    name: "hn-cosmetics.xlsx",
    repository: "LissyAmador/POSMARIEKAY",
    path: "inventario.xlsx",
    layout: "list without codes",
    read: sheet(),
    fields: { category: "CATEGORÍA", name: "Producto" },
    may: ["unit_of_measure"],
  },
  {
    ...rest,
    name: "us-models.xlsx",
    repository: "MarynaMakarchuk/php_excel_spreadsheet",
    path: "price.xlsx",
    layout: "catalog sheet",
    read: sheet(),
    fields: { sku: "ProductCode", name: "ProductName", price: "Price" },
  },
  {
    ...rest,
    name: "by-doors.xlsx",
    repository: "TheZnat/PDimport",
    path: "price.xlsx",
    layout: "Belarusian shop",
    read: sheet(),
    fields: { sku: "sku", name: "name", category: "cat", price: "price", brand: "manufacturer" },
    may: ["image_urls", "material", "color", "weight", "height", "width", "depth", "compare_at_price", "size"],
  },
  {
    ...rest,
    name: "in-fireworks.xlsx",
    repository: "vasudev1706/Mahadev-Fireworks",
    path: "pricelist.xlsx",
    layout: "order form, groups between",
    read: async (path) => (await sheet()(path)).filter((record) => /^\d/.test(first("Price")(record) ?? "")),
    fields: { name: "Name", price: "Price" },
    may: ["stock", "unit_of_measure", "package_quantity", "min_order_quantity"],
  },
  {
    ...rest,
    name: "ru-teas.xlsx",
    repository: "Mkvadrat/opttea",
    path: "price.xlsx",
    layout: "list without codes, two headers",
    currency: "RUB",
    read: async (path) =>
      byHeader(((await readSheets(path))[0] ?? []).slice(3)).filter((record) =>
        /^\d/.test(first("Розница")(record) ?? ""),
      ),
    fields: { name: "Название", price: "Розница" },
    may: ["cost_price", "description", "material", "compare_at_price"],
  },
  {
    ...rest,
    name: "ru-services.xml",
    repository: "ppbgroup/ppbgroup.ru",
    path: "yml.xml",
    layout: "YML",
    currency: "RUB",
    read: withCategories,
    fields: { ...YML, category: "category" },
  },
];
