/** What a column of a feed holds: a field with how sure that is beside others of the feed, or nothing for a field. */
export type FeedColumn = { target: string; score: number } | null;

/** Lists that a program writes under the same names always; by them they are known. */
interface Feed {
  /** Names that all must be there. */
  marks: readonly string[];
  /** Names of columns, in lower case; of several with one target the first that there is counts. */
  targets: Record<string, string>;
  /** Columns whose names mislead. */
  nothing: readonly string[];
}

const words = (text: string): string[] => text.split(", ");

const FEEDS: readonly Feed[] = [
  {
    // Google Merchant Center: https://support.google.com/merchants/answer/7052112
    marks: words("g:id"),
    targets: {
      "g:id": "sku",
      "g:gtin": "ean",
      "g:title": "name",
      title: "name",
      description: "description",
      "g:description": "description",
      "g:price": "price",
      "g:mpn": "mpn",
      "g:brand": "brand",
      "g:image_link": "image_urls",
      "g:product_type": "category",
      "g:google_product_category": "shopping_category",
      "g:shipping_weight": "package_weight",
      "g:cost_of_goods_sold": "cost_price",
      "g:color": "color",
      "g:size": "size",
      "g:material": "material",
      "g:pattern": "pattern",
      "g:additional_image_link": "image_urls",
    },
    nothing: words("link, g:link, g:availability, g:condition, g:item_group_id, g:sale_price, g:ads_redirect"),
  },
  {
    // The same as a table, and as Meta, Pinterest and others took it over.
    marks: words("id, title, image_link, availability"),
    targets: {
      id: "sku",
      gtin: "ean",
      title: "name",
      description: "description",
      price: "price",
      mpn: "mpn",
      brand: "brand",
      image_link: "image_urls",
      additional_image_link: "image_urls",
      product_type: "category",
      google_product_category: "shopping_category",
      shipping_weight: "package_weight",
      cost_of_goods_sold: "cost_price",
      quantity_to_sell_on_facebook: "stock",
      color: "color",
      size: "size",
      material: "material",
      pattern: "pattern",
    },
    nothing: words(
      "link, availability, condition, item_group_id, sale_price, status, gender, age_group, shipping, rich_text_description, fb_product_category",
    ),
  },
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
        "notify_on_stock_below, is_in_stock, manage_stock, approval, additional_attributes, related_skus, crosssell_skus, upsell_skus",
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
    // Odoo's model product.template.
    marks: words("default_code, list_price"),
    targets: {
      default_code: "sku",
      barcode: "ean",
      name: "name",
      list_price: "price",
      standard_price: "cost_price",
      uom_id: "unit_of_measure",
      categ_id: "category",
      qty_available: "stock",
      weight: "weight",
      description_sale: "description",
      sale_delay: "lead_time_days",
    },
    nothing: words("type, sale_ok, purchase_ok, uom_po_id, route_ids, detailed_type"),
  },
  {
    // YML, of Yandex, Rozetka, Prom and others: https://yandex.ru/support/partnermarket/en/export/yml
    marks: words("@id, picture, price, name"),
    targets: {
      "@id": "sku",
      barcode: "ean",
      name_uk: "name",
      name: "name",
      name_ua: "name",
      name_ru: "name",
      description: "description",
      description_ua: "description",
      description_ru: "description",
      price: "price",
      price_old: "compare_at_price",
      old_price: "compare_at_price",
      oldprice: "compare_at_price",
      vendor: "brand",
      vendorcode: "mpn",
      picture: "image_urls",
      stock_quantity: "stock",
      quantity_in_stock: "stock",
      count: "stock",
      weight: "weight",
      country_of_origin: "country_of_origin",
      country: "country_of_origin",
    },
    nothing: words("categoryid, currencyid, url, @available, @group_id, @type, article, vendor.@code, category.@code"),
  },
  {
    // Hotline: https://hotline.ua/ua/about/pricelists_specs/
    marks: words("code, priceruah"),
    targets: {
      code: "sku",
      barcode: "ean",
      name: "name",
      description: "description",
      priceruah: "price",
      oldprice: "compare_at_price",
      vendor: "brand",
      image: "image_urls",
    },
    nothing: words("id, categoryid, url, guarantee, condition, stock"),
  },
  {
    // Skroutz: https://developer.skroutz.gr/products/xml_feed/
    marks: words("price_with_vat, manufacturer"),
    targets: {
      uniqueid: "sku",
      id: "sku",
      ean: "ean",
      name: "name",
      description: "description",
      price_with_vat: "price",
      manufacturer: "brand",
      mpn: "mpn",
      category: "category",
      image: "image_urls",
      additional_imageurl: "image_urls",
      quantity: "stock",
      weight: "weight",
      vat: "tax_rate",
      color: "color",
      size: "size",
    },
    nothing: words("link, instock, availability, category.@id"),
  },
  {
    // Ceneo: https://shops.ceneo.pl/documents/XMLSpecification.html
    marks: words("@id, @price, @avail"),
    targets: {
      "@id": "sku",
      "attrs.a[ean]": "ean",
      name: "name",
      desc: "description",
      "@price": "price",
      "@stock": "stock",
      "@weight": "weight",
      cat: "category",
      "attrs.a[producent]": "brand",
      "attrs.a[kod_producenta]": "mpn",
      "attrs.a[kod producenta]": "mpn",
      "imgs.main.@url": "image_urls",
      "imgs.i.@url": "image_urls",
    },
    nothing: words("@url, @avail, @basket, @set"),
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
  {
    // BMEcat 1.2 and 2005. Taxes are fractions of 1 there; a net price is the one to buy at.
    marks: words("supplier_aid"),
    targets: {
      supplier_aid: "supplier_reference",
      ean: "ean",
      description_short: "name",
      description_long: "description",
      manufacturer_name: "brand",
      manufacturer_aid: "mpn",
      "article_price[net_customer].price_amount": "cost_price",
      "article_price[net_list].price_amount": "cost_price",
      "article_price[gros_list].price_amount": "price",
      "article_price[nrp].price_amount": "price",
      "article_price.price_amount": "price",
      order_unit: "unit_of_measure",
      quantity_min: "min_order_quantity",
      quantity_interval: "order_increment",
      delivery_time: "lead_time_days",
      keyword: "seo_keywords",
    },
    nothing: words("tax, price_factor, lower_bound, content_unit, mime_source, article_price[nrp].tax"),
  },
  {
    // BMEcat 2005, whose articles are products.
    marks: words("supplier_pid"),
    targets: {
      supplier_pid: "supplier_reference",
      international_pid: "ean",
      "international_pid[gtin]": "ean",
      "international_pid[ean]": "ean",
      ean: "ean",
      description_short: "name",
      description_long: "description",
      manufacturer_name: "brand",
      manufacturer_pid: "mpn",
      "product_price[net_customer].price_amount": "cost_price",
      "product_price[net_list].price_amount": "cost_price",
      "product_price[gros_list].price_amount": "price",
      "product_price[nrp].price_amount": "price",
      "product_price.price_amount": "price",
      order_unit: "unit_of_measure",
      quantity_min: "min_order_quantity",
      quantity_interval: "order_increment",
      delivery_time: "lead_time_days",
      keyword: "seo_keywords",
      country_of_origin: "country_of_origin",
      customs_number: "hs_code",
      "product_dimensions.weight": "weight",
    },
    nothing: words(
      "tax, price_factor, lower_bound, content_unit, mime_source, supplier_alt_pid, buyer_pid, product_status",
    ),
  },
  {
    // Heureka: https://sluzby.heureka.cz/napoveda/xml-feed/
    marks: words("item_id, productname"),
    targets: {
      item_id: "sku",
      ean: "ean",
      productname: "name",
      description: "description",
      price_vat: "price",
      manufacturer: "brand",
      categorytext: "category",
      imgurl: "image_urls",
      imgurl_alternative: "image_urls",
      productno: "mpn",
    },
    nothing: words("url, product, itemgroup_id, delivery_date, video_url, heureka_cpc, dues, accessory"),
  },
];

const BY_FEED = 5000;

/** The name of a column, and the shorter ones by the last steps of its path. */
function namesOf(column: string): string[] {
  const name = column.trim().toLowerCase();
  const steps = name.split(".");
  return [name, ...[2, 1].flatMap((count) => (steps.length > count ? [steps.slice(-count).join(".")] : []))];
}

/**
 * Knows a feed by its columns; tells of each what it holds, `null` for nothing that is a field, `undefined` where the feed
 * does not say. `undefined` for a list of no known kind.
 */
export function findFeed(columns: readonly string[]): ((column: string) => FeedColumn | undefined) | undefined {
  const there = new Set(columns.flatMap(namesOf));
  const feed = FEEDS.find(({ marks }) => marks.every((mark) => there.has(mark)));
  if (!feed) return undefined;
  const targets = Object.entries(feed.targets);
  return (column) => {
    for (const name of namesOf(column)) {
      const rank = targets.findIndex(([known]) => known === name);
      const target = targets[rank]?.[1];
      if (target !== undefined) return { target, score: BY_FEED - rank };
      if (feed.nothing.includes(name)) return null;
    }
    return undefined;
  };
}
