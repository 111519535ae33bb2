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
    marks: words("g:id, title"),
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
    },
    nothing: words("link, g:link, g:availability, g:condition, g:item_group_id, g:sale_price, g:ads_redirect"),
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
