import { type Feed, words } from "./feed.ts";

/** Formats of trades, and of programs that keep goods. */
export const TRADE: readonly Feed[] = [
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
];
