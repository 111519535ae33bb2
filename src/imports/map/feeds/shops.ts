import { type Feed, words } from "./feed.ts";

/** Exports of shops. */
export const SHOPS: readonly Feed[] = [
  {
    // Shopify: https://help.shopify.com/en/manual/products/import-export/using-csv
    marks: words("handle, variant sku, variant price"),
    targets: {
      handle: "url_slug",
      title: "name",
      "body (html)": "description",
      vendor: "brand",
      "product category": "category",
      type: "category",
      tags: "tags",
      "variant sku": "sku",
      "variant barcode": "ean",
      "variant price": "price",
      "variant compare at price": "compare_at_price",
      "variant inventory qty": "stock",
      "variant grams": "weight",
      "cost per item": "cost_price",
      "image src": "image_urls",
      "seo title": "seo_title",
      "seo description": "seo_meta_description",
      "google shopping / mpn": "mpn",
      "google shopping / google product category": "shopping_category",
      status: "status",
    },
    nothing: words("variant inventory policy, variant tax code, gift card, image position, variant image, published"),
  },
  {
    // WooCommerce: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
    marks: words("sku, regular price, visibility in catalog"),
    targets: {
      sku: "sku",
      "gtin, upc, ean, or isbn": "ean",
      name: "name",
      "short description": "short_description",
      description: "description",
      "regular price": "price",
      stock: "stock",
      categories: "category",
      tags: "tags",
      images: "image_urls",
      brands: "brand",
      published: "is_active",
    },
    nothing: words(
      "id, type, sale price, in stock?, position, parent, tax class, download limit, external url, purchase note",
    ),
  },
  {
    // The same in French.
    marks: words("ugs, tarif régulier"),
    targets: {
      ugs: "sku",
      nom: "name",
      "description courte": "short_description",
      description: "description",
      "tarif régulier": "price",
      stock: "stock",
      catégories: "category",
      étiquettes: "tags",
      images: "image_urls",
      publié: "is_active",
      "poids (kg)": "weight",
    },
    nothing: words("id, type, tarif promo, en stock ?, position, parent, classe de tva, état de la tva, url externe"),
  },
  {
    // Magento 2: https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product
    marks: words("sku, attribute_set_code, product_type"),
    targets: {
      sku: "sku",
      name: "name",
      description: "description",
      short_description: "short_description",
      price: "price",
      msrp_price: "compare_at_price",
      map_price: "map_price",
      cost: "cost_price",
      weight: "weight",
      qty: "stock",
      categories: "category",
      base_image: "image_urls",
      additional_images: "image_urls",
      additional_attributes: "attributes",
      url_key: "url_slug",
      meta_title: "seo_title",
      meta_keywords: "seo_keywords",
      meta_description: "seo_meta_description",
      country_of_manufacture: "country_of_origin",
      product_online: "is_active",
    },
    nothing: words(
      "store_view_code, attribute_set_code, product_type, product_websites, tax_class_name, visibility, special_price, " +
        "small_image, thumbnail_image, base_image_label, min_cart_qty, max_cart_qty, out_of_stock_qty, qty_increments, " +
        "notify_on_stock_below, is_in_stock, manage_stock, approval, related_skus, crosssell_skus, upsell_skus",
    ),
  },
  {
    // Wix: https://support.wix.com/en/article/wix-stores-importing-and-exporting-your-products
    marks: words("handleid, fieldtype, productimageurl"),
    targets: {
      sku: "sku",
      handleid: "sku",
      name: "name",
      description: "description",
      collection: "category",
      price: "price",
      cost: "cost_price",
      brand: "brand",
      weight: "weight",
      visible: "is_active",
      inventory: "stock",
    },
    nothing: words("fieldtype, surcharge, ribbon, discountmode, discountvalue"),
  },
  {
    // PrestaShop's combinations.
    marks: words("product reference, value (value:position)*"),
    targets: {
      reference: "sku",
      "supplier reference": "supplier_reference",
      ean13: "ean",
      "wholesale price": "cost_price",
      quantity: "stock",
      "image urls (x,y,z...)": "image_urls",
    },
    nothing: words(
      "product id*, product reference, attribute (name:type:position)*, value (value:position)*, impact on price, " +
        "impact on weight, ecotax, upc, minimal quantity, low stock level, image position",
    ),
  },
  {
    // PrestaShop: the sample file of its import page.
    marks: words("name *, price tax excluded, wholesale price"),
    targets: {
      "reference #": "sku",
      "supplier reference #": "supplier_reference",
      ean13: "ean",
      upc: "upc",
      mpn: "mpn",
      "name *": "name",
      "price tax excluded": "price",
      "wholesale price": "cost_price",
      manufacturer: "brand",
      "categories (x,y,z...)": "category",
      quantity: "stock",
      "minimal quantity": "min_order_quantity",
      summary: "short_description",
      description: "description",
      "tags (x,y,z...)": "tags",
      "meta title": "seo_title",
      "meta keywords": "seo_keywords",
      "meta description": "seo_meta_description",
      "url rewritten": "url_slug",
      "active (0/1)": "is_active",
      "image urls (x,y,z...)": "image_urls",
    },
    nothing: words(
      "product id, supplier, unit price, unity, ecotax, on sale (0/1), tax rules id, condition, additional shipping cost, file url",
    ),
  },
];
