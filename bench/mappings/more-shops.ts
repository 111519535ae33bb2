import type { Entry } from "./entry.ts";
import { first } from "./entry.ts";
import { MAGENTO, MAY_MAGENTO, magentoRows } from "./magento.ts";
import { readCsv } from "./read-source.ts";

const rest = { licence: "none named", added: "2026-11-25" };
const csv = (delimiter: string) => (path: string) => readCsv(path, { delimiter });

/** Exports of shops, from repositories that no rule was tuned to. */
export const MORE_SHOPS: readonly Entry[] = [
  {
    ...rest,
    name: "pl-prestashop-posters.csv",
    repository: "piotrszymanski133/Biznes-elektroniczny-projekt",
    path: "prestashop/admin026bqejd0/import/20201112153344-products.csv",
    layout: "PrestaShop",
    currency: null,
    read: csv(";"),
    fields: {
      sku: "Reference #",
      name: "Name *",
      category: "Categories (x,y,z...)",
      price: "Price tax excluded",
      stock: "Quantity",
      short_description: "Summary",
      description: "Description",
      weight: "Weight",
      width: "Width",
      height: "Height",
      depth: "Depth",
      url_slug: "URL rewritten",
      seo_title: "Meta title",
      seo_meta_description: "Meta description",
    },
    may: ["supplier_reference", "is_active", "status", "min_order_quantity", "image_urls", "tags"],
  },
  {
    ...rest,
    name: "it-magento-gadgets.csv",
    repository: "VuThanhThien/magento_webbook_gr10",
    path: "magento/dev/tests/acceptance/tests/_data/BB-Products.csv",
    layout: "Magento 2",
    currency: null,
    read: magentoRows,
    fields: MAGENTO,
    may: MAY_MAGENTO,
  },
  {
    ...rest,
    name: "ru-woocommerce.csv",
    repository: "artur8800/shop",
    path: "wc-product-export.csv",
    layout: "WooCommerce, Russian",
    currency: null,
    read: (path) => readCsv(path, { delimiter: ",", skip: 1 }),
    fields: {
      sku: "Артикул",
      name: "Имя",
      description: "Описание",
      price: "Базовая цена",
      category: "Категории",
      image_urls: ["Изображения"],
    },
    may: ["is_active", "status"],
  },
  {
    ...rest,
    name: "nl-shopify-stock.csv",
    repository: "prijsgarantienl/shopify-inventory-sync",
    path: "products_export_1.csv",
    layout: "Shopify, parts",
    currency: null,
    read: csv(","),
    fields: {
      sku: "Variant SKU",
      ean: (record) => first("Variant Barcode")(record)?.replace("'", ""),
      name: "Title",
      brand: "Vendor",
      stock: "Variant Inventory Qty",
    },
    may: ["url_slug"],
  },
];
