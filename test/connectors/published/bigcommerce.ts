const VARIANT = `cost_price price sale_price retail_price weight width height depth is_free_shipping fixed_cost_shipping_price
  purchasing_disabled purchasing_disabled_message upc inventory_level inventory_warning_level bin_picking_number`;
const PRODUCT = `name type sku description weight width depth height price cost_price retail_price sale_price map_price tax_class_id
  product_tax_code categories brand_id brand_name inventory_level inventory_warning_level inventory_tracking
  fixed_cost_shipping_price is_free_shipping is_visible is_featured related_products warranty bin_picking_number layout_file upc
  search_keywords availability_description availability gift_wrapping_options_type gift_wrapping_options_list sort_order condition
  is_condition_shown order_quantity_minimum order_quantity_maximum page_title meta_keywords meta_description view_count
  preorder_release_date preorder_message is_preorder_only is_price_hidden price_hidden_label custom_url open_graph_type
  open_graph_title open_graph_description open_graph_use_meta_description open_graph_use_product_name open_graph_use_image gtin mpn
  date_last_imported custom_fields bulk_pricing_rules images:image[] videos`;

/** One operation: members of its body, of which `!` is needed and after a colon stands the type of what is in it, and its query. */
export interface BigCommerceOperation {
  body?: string;
  isList?: true;
  query?: string;
}

/**
 * Names of BigCommerce's published description of its V3 catalog, as github.com/bigcommerce/docs had it on 2026-04-01 (24f580ca,
 * `reference/catalog/products_catalog.v3.yml`, `brands_catalog.v3.yml`, `categories_catalog.v3.yml`, `product-variants_catalog.v3.yml` and `product-variant-options_catalog.v3.yml`).
 * What a product needs is what the page says of making one; what it calls needed of what stands in one only answers have.
 */
export const BIGCOMMERCE: Readonly<Record<string, BigCommerceOperation>> = {
  "GET /catalog/products": {
    query: "id id:in include include_fields exclude_fields page limit direction sort date_modified:min sku sku:in",
  },
  "POST /catalog/products": {
    body: PRODUCT.replace("name type", "name! type!")
      .replace(" weight", " weight!")
      .replace(" price ", " price! ")
      .concat(" variants:variant[]"),
  },
  "PUT /catalog/products": { body: `id! ${PRODUCT}`, isList: true },
  "PUT /catalog/products/{product_id}": { body: PRODUCT },
  "GET /catalog/products/{product_id}/images": { query: "page limit include_fields exclude_fields" },
  "POST /catalog/products/{product_id}/images": {
    body: "product_id image_url! is_thumbnail sort_order description date_modified",
  },
  "DELETE /catalog/products/{product_id}/images/{image_id}": {},
  "GET /catalog/categories": { query: "id id:in name parent_id page limit include_fields exclude_fields sort" },
  "POST /catalog/categories": {
    body: `parent_id! name! description views sort_order page_title meta_keywords meta_description layout_file image_url is_visible
      search_keywords default_product_sort custom_url`,
  },
  "GET /catalog/brands": { query: "id id:in name page limit include_fields exclude_fields sort direction" },
  "GET /catalog/variants": { query: "id sku upc include_fields exclude_fields page limit product_id:in" },
  "PUT /catalog/variants": { body: `id! ${VARIANT}`, isList: true },
  "POST /catalog/products/{product_id}/variants": {
    body: `product_id sku! option_values!:value[] image_url gtin mpn ${VARIANT}`,
  },
  "PUT /catalog/products/{product_id}/variants/{variant_id}": {
    body: `product_id sku option_values:value[] image_url gtin mpn ${VARIANT}`,
  },
  "DELETE /catalog/products/{product_id}/variants/{variant_id}": {},
  "POST /catalog/products/{product_id}/variants/{variant_id}/image": { body: "image_url!" },
  "POST /catalog/products/{product_id}/options": {
    body: "product_id display_name! type! config sort_order option_values!:option-value[] image_url",
  },
  "POST /catalog/products/{product_id}/options/{option_id}/values": {
    body: "is_default label! sort_order! value_data",
  },
  "DELETE /catalog/products/{product_id}/options/{option_id}/values/{value_id}": {},
};

export const BIGCOMMERCE_TYPES: Readonly<Record<string, string>> = {
  image:
    "is_thumbnail sort_order description date_modified id product_id image_url url_zoom url_standard url_thumbnail url_tiny",
  variant: `product_id id sku! sku_id option_values:value[] calculated_price calculated_weight image_url gtin mpn map_price ${VARIANT}`,
  value: "id label! option_id option_display_name!",
  "option-value": "is_default label! sort_order! value_data id",
};
