/** One operation: members of its body, or of what it answers, and of each of a list in that. */
export interface MagentoOperation {
  body?: string;
  /** Whether its address names what is searched for. */
  searches?: true;
  members?: string;
  /** Members of each entry, where it answers a list of them. */
  list?: string;
  each?: string;
}

/**
 * Names of Adobe Commerce's OpenAPI 2.0 of the admin endpoints, 2.4.9, as github.com/AdobeDocs/commerce-webapi had it on 2026-08-05
 * (e2275b562, `src/openapi/admin-schema-2.4.9.yaml`); that of 2.4.6 has the same of these. `!`: it is needed; after a colon stands its
 * type. A bulk request has a list of bodies, as `src/pages/rest/use-rest/bulk-endpoints.md` says.
 */
export const MAGENTO: Readonly<Record<string, MagentoOperation>> = {
  "PUT /V1/products/{sku}": {
    body: "product!:catalog-data-product saveOptions",
  },
  "DELETE /V1/products/{sku}": {},
  "GET /V1/products/attribute-sets/{attributeSetId}/attributes": {
    list: `extension_attributes is_wysiwyg_enabled is_html_allowed_on_front used_for_sort_by is_filterable is_filterable_in_search
      is_used_in_grid is_visible_in_grid is_filterable_in_grid position apply_to is_searchable is_visible_in_advanced_search
      is_comparable is_used_for_promo_rules is_visible_on_front used_in_product_listing is_visible scope attribute_id attribute_code
      frontend_input entity_type_id is_required options is_user_defined default_frontend_label frontend_labels note backend_type
      backend_model source_model default_value is_unique frontend_class validation_rules custom_attributes`,
  },
  "GET /V1/products/attributes": {
    searches: true,
    members: "items search_criteria total_count",
    each: `extension_attributes is_wysiwyg_enabled is_html_allowed_on_front used_for_sort_by is_filterable is_filterable_in_search
      is_used_in_grid is_visible_in_grid is_filterable_in_grid position apply_to is_searchable is_visible_in_advanced_search
      is_comparable is_used_for_promo_rules is_visible_on_front used_in_product_listing is_visible scope attribute_id attribute_code
      frontend_input entity_type_id is_required options is_user_defined default_frontend_label frontend_labels note backend_type
      backend_model source_model default_value is_unique frontend_class validation_rules custom_attributes`,
  },
  "GET /V1/store/storeConfigs": {
    list: `id code website_id locale base_currency_code default_display_currency_code timezone weight_unit base_url base_link_url
      base_static_url base_media_url secure_base_url secure_base_link_url secure_base_static_url secure_base_media_url
      extension_attributes`,
  },
  "GET /V1/products/attributes/{attributeCode}/options": { list: "label value sort_order is_default store_labels" },
  "POST /V1/products/attributes/{attributeCode}/options": { body: "option!:eav-data-attribute-option" },
  "POST /V1/products": {
    body: "product!:catalog-data-product saveOptions",
  },
  "POST /V1/inventory/source-items": {
    body: "sourceItems!:inventory-api-data-source-item",
  },
  "POST /V1/products/base-prices": {
    body: "prices!:catalog-data-base-price",
  },
  "POST /V1/products/special-price": {
    body: "prices!:catalog-data-special-price",
  },
  "POST /V1/products/special-price-delete": {
    body: "prices!:catalog-data-special-price",
  },
  "POST /V1/categories": {
    body: "category!:catalog-data-category",
  },
  "GET /V1/products": {
    searches: true,
    members: "items search_criteria total_count",
    each: `id sku name attribute_set_id price status visibility type_id created_at updated_at weight extension_attributes
      product_links options media_gallery_entries tier_prices custom_attributes`,
  },
  "GET /V1/bulk/{bulkUuid}/status": {
    members: "operations_list extension_attributes user_type bulk_id description start_time user_id operation_count",
    each: "id status result_message error_code",
  },
  "GET /V1/directory/currency": {
    members: `base_currency_code base_currency_symbol default_display_currency_code default_display_currency_symbol
      available_currency_codes exchange_rates extension_attributes`,
  },
  "GET /V1/taxClasses/search": {
    searches: true,
    members: "items search_criteria total_count",
    each: "class_id class_name class_type extension_attributes",
  },
  "GET /V1/inventory/sources": {
    searches: true,
    members: "items search_criteria total_count",
    each: `source_code name email contact_name enabled description latitude longitude country_id region_id region city
      street postcode phone fax use_default_carrier_config carrier_links extension_attributes`,
  },
  "GET /V1/orders": {
    searches: true,
    members: "items search_criteria total_count",
    // Without those of addresses, taxes, discounts and sums.
    each: `entity_id increment_id state status created_at updated_at store_id is_virtual hold_before_state total_qty_ordered
      items billing_address payment status_histories extension_attributes`,
  },
  "GET /V1/stockItems/{productSku}": {
    members: `item_id product_id stock_id qty is_in_stock is_qty_decimal show_default_notification_message use_config_min_qty
      min_qty use_config_min_sale_qty min_sale_qty use_config_max_sale_qty max_sale_qty use_config_backorders backorders
      use_config_notify_stock_qty notify_stock_qty use_config_qty_increments qty_increments use_config_enable_qty_inc
      enable_qty_increments use_config_manage_stock manage_stock low_stock_date is_decimal_divided
      stock_status_changed_auto extension_attributes`,
  },
  "PUT /V1/products/{productSku}/stockItems/{itemId}": {
    body: "stockItem!:catalog-inventory-data-stock-item",
  },
  "GET /V1/categories/list": {
    searches: true,
    members: "items search_criteria total_count",
    each: `id parent_id name is_active position level children created_at updated_at path available_sort_by include_in_menu
      extension_attributes custom_attributes`,
  },
  "GET /V1/inventory/source-items": {
    searches: true,
    members: "items search_criteria total_count",
    each: "sku source_code quantity status extension_attributes",
  },
};

/** What each of an order's items has, without prices, taxes and weights (`sales-data-order-item-interface`). */
export const MAGENTO_ORDER_ITEM = `item_id order_id parent_item_id quote_item_id product_id product_type sku name store_id created_at
  updated_at is_virtual is_qty_decimal qty_backordered qty_canceled qty_invoiced qty_ordered qty_refunded qty_returned
  qty_shipped parent_item product_option extension_attributes`;

/** The types of bodies; what has no type of its own here is not looked into. */
export const MAGENTO_TYPES: Readonly<Record<string, string>> = {
  "catalog-data-product": `id sku! name attribute_set_id price status visibility type_id created_at updated_at weight
    extension_attributes:catalog-data-product-extension product_links options
    media_gallery_entries:catalog-data-product-attribute-media-gallery-entry tier_prices
    custom_attributes:framework-attribute`,
  "catalog-data-product-extension": `website_ids category_links:catalog-data-category-link stock_item:catalog-inventory-data-stock-item discounts
    bundle_product_options downloadable_product_links downloadable_product_samples giftcard_amounts
    configurable_product_options:configurable-product-data-option configurable_product_links`,
  "configurable-product-data-option": `id attribute_id label position is_use_default
    values:configurable-product-data-option-value extension_attributes product_id`,
  "configurable-product-data-option-value": "value_index! extension_attributes",
  "eav-data-attribute-option": "label! value! sort_order is_default store_labels",
  "catalog-data-category-link": "position category_id! extension_attributes",
  "catalog-inventory-data-stock-item": `item_id product_id stock_id qty! is_in_stock! is_qty_decimal! show_default_notification_message!
    use_config_min_qty! min_qty! use_config_min_sale_qty! min_sale_qty! use_config_max_sale_qty! max_sale_qty!
    use_config_backorders! backorders! use_config_notify_stock_qty! notify_stock_qty! use_config_qty_increments!
    qty_increments! use_config_enable_qty_inc! enable_qty_increments! use_config_manage_stock! manage_stock!
    low_stock_date! is_decimal_divided! stock_status_changed_auto! extension_attributes`,
  "catalog-data-product-attribute-media-gallery-entry": `id media_type! label! position! disabled! types! file content:framework-data-image-content extension_attributes`,
  "framework-data-image-content": "base64_encoded_data! type! name!",
  "framework-attribute": "attribute_code! value!",
  "inventory-api-data-source-item": "sku source_code quantity status extension_attributes",
  "catalog-data-base-price": "price! store_id! sku! extension_attributes",
  "catalog-data-special-price": "price! store_id! sku! price_from! price_to! extension_attributes",
  "catalog-data-category": `id parent_id name is_active position level children created_at updated_at path available_sort_by include_in_menu
    extension_attributes custom_attributes:framework-attribute`,
};
