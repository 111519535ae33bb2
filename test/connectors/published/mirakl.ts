/** One operation of a published description: what its address may ask, what its form has, and what it answers. */
export interface PublishedOperation {
  query: readonly string[];
  parts?: readonly string[];
  required?: readonly string[];
  /** Of the file that is sent. */
  columns?: readonly string[];
  members?: readonly string[];
  /** Of each member of the list that it answers. */
  each?: readonly string[];
  /** Of each member of the lists within those. */
  within?: Readonly<Record<string, readonly string[]>>;
}

const wordsOf = (text: string) => text.trim().split(/\s+/);
const IMPORTED = ["date_created", "has_error_report", "import_id", "lines_in_error", "lines_in_success"];

/**
 * The names of Mirakl's OpenAPI 3.1 of the seller API, as github.com/api-evangelist/mirakl had it on 2026-08-22 (17e47e7,
 * `openapi/_original/mirakl-mmp-seller-openapi.json`); no npm package holds it. Pages of lists are asked for by `max` and `offset`, as its
 * general part says.
 */
export const MIRAKL: Readonly<Record<string, PublishedOperation>> = {
  "GET /api/account": {
    query: ["shop_id"],
    members: wordsOf(`applicable_taxes approval_delay approval_rate banner billing_info channels closed_from closed_to
      contact_informations currency_iso_code date_created default_billing_information description domains dropship
      evaluations_count free_shipping grade is_professional kyc last_updated_date logo model offers_count
      order_messages_response_delay orders_count payment_details payment_info payment_method_mandatory premium
      pro_details producer_identifiers recycling_policy return_policy shipping shipping_country shipping_types
      shipping_zones shippings shop_additional_fields shop_id shop_name shop_state specific_billing_informations
      suspension_type`),
  },
  "GET /api/platform/configuration": {
    query: ["shop_id"],
    members: ["features", "modules", "platform_configuration", "platform_name", "tenant_name", "timezone"],
  },
  "GET /api/currencies": {
    query: ["shop_id"],
    members: ["currencies"],
    each: ["code", "label", "platform_default"],
  },
  "GET /api/locales": {
    query: ["shop_id"],
    members: ["locales"],
    each: ["code", "label", "platform_default"],
  },
  "GET /api/hierarchies": {
    query: ["hierarchy", "max_level", "shop_id"],
    members: ["hierarchies"],
    each: ["code", "label", "label_translations", "level", "parent_code"],
  },
  "GET /api/offers": {
    query: [
      "offer_state_codes",
      "sku",
      "product_id",
      "favorite",
      "pricing_channel_code",
      "pricing_customer_organization_id",
      "shop_id",
    ],
    members: ["offers", "total_count"],
    each: [
      "active",
      "all_prices",
      "allow_quote_requests",
      "applicable_pricing",
      "available_end_date",
      "available_start_date",
      "category_code",
      "category_label",
      "channels",
      "currency_iso_code",
      "description",
      "discount",
      "eco_contributions",
      "favorite_rank",
      "fulfillment",
      "inactivity_reasons",
      "internal_description",
      "leadtime_to_ship",
      "logistic_class",
      "max_order_quantity",
      "min_order_quantity",
      "min_quantity_alert",
      "min_shipping_price",
      "min_shipping_price_additional",
      "min_shipping_type",
      "min_shipping_zone",
      "msrp",
      "offer_additional_fields",
      "offer_id",
      "package_quantity",
      "price",
      "price_additional_info",
      "product_brand",
      "product_description",
      "product_references",
      "product_sku",
      "product_tax_code",
      "product_title",
      "quantity",
      "retail_prices",
      "shipping_deadline",
      "shop_sku",
      "state_code",
      "total_price",
      "warehouses",
    ],
  },
  "GET /api/orders": {
    query: wordsOf(`
      order_ids order_references_for_customer order_references_for_seller order_state_codes channel_codes
      only_null_channel start_date end_date start_update_date end_update_date customer_debited
      payment_workflow has_incident fulfillment_center_code order_tax_mode shop_id
    `),
    members: ["orders", "total_count"],
    each: wordsOf(`
      acceptance_decision_date can_cancel can_shop_ship channel commercial_id created_date currency_iso_code
      customer customer_debited_date customer_directly_pays_seller customer_notification_email delivery_date
      discount_campaigns fulfillment fully_refunded has_customer_message has_incident has_invoice
      invoice_details last_updated_date leadtime_to_ship order_additional_fields order_id order_lines
      order_refunds order_state order_state_reason_code order_state_reason_label order_tax_mode order_taxes
      paymentType payment_duration payment_type payment_workflow price promotions quote_id references
      shipping_carrier_code shipping_carrier_standard_code shipping_company shipping_deadline shipping_price
      shipping_pudo_id shipping_tracking shipping_tracking_url shipping_type_code shipping_type_label
      shipping_type_standard_code shipping_zone_code shipping_zone_label total_commission total_price
      transaction_date transaction_number
    `),
    within: {
      order_lines: wordsOf(`
        can_refund cancelations category_code category_label commission_fee commission_rate_vat
        commission_taxes commission_vat created_date debited_date description discount_campaign
        eco_contributions fees last_updated_date measurement offer_id offer_sku offer_state_code
        order_line_additional_fields order_line_id order_line_index order_line_state
        order_line_state_reason_code order_line_state_reason_label origin_unit_price price
        price_additional_info price_amount_breakdown price_unit product_medias product_shop_sku product_sku
        product_title promotions purchase_information quantity received_date refunds shipped_date
        shipping_from shipping_price shipping_price_additional_unit shipping_price_amount_breakdown
        shipping_price_unit shipping_taxes tax_legal_notice taxes total_commission total_price
      `),
    },
  },
  "POST /api/offers/imports": {
    query: ["shop_id"],
    parts: ["file", "import_mode", "operator_format", "with_products"],
    required: ["file", "import_mode"],
    columns: [
      ...["sku", "product-id", "product-id-type", "description", "internal-description", "price"],
      ...["price-additional-info", "quantity", "min-quantity-alert", "state", "available-start-date"],
      ...["available-end-date", "discount-price", "discount-start-date", "discount-end-date", "discount-ranges"],
      ...["allow-quote-requests", "leadtime-to-ship", "min-order-quantity", "max-order-quantity", "package-quantity"],
      ...["update-delete", "price-ranges", "ecotax", "gift-wrap", "min-quantity-ordered"],
    ],
    members: ["import_id", "product_import_id"],
  },
  "POST /api/offers/stock/imports": {
    query: ["shop_id"],
    parts: ["file"],
    required: ["file"],
    columns: ["offer-sku", "quantity", "warehouse-code", "update-delete"],
    members: ["import_id"],
  },
  "GET /api/offers/stock/imports/{import}/status": {
    query: ["shop_id"],
    members: [...IMPORTED, "shop_id", "status"],
  },
  "GET /api/offers/stock/imports/{import}/error_report": {
    query: ["shop_id"],
  },
  "POST /api/offers/pricing/imports": {
    query: ["shop_id"],
    parts: ["file"],
    required: ["file"],
    columns: ["offer-sku", "price", "discount-price", "discount-start-date", "discount-end-date"],
    members: ["importId", "import_id"],
  },
  "GET /api/offers/pricing/imports": {
    query: ["import_id", "start_date", "end_date", "status", "origins", "shop_id"],
    members: ["data", "next_page_token", "previous_page_token"],
    each: [...IMPORTED, "offers_in_error", "offers_updated", "origin", "reason_status", "shop_id", "status"],
  },
  "GET /api/offers/pricing/imports/{import}/error_report": {
    query: ["shop_id"],
  },
  "GET /api/offers/imports/{import}": {
    query: ["shop_id"],
    members: [
      "date_created",
      "has_error_report",
      "import_id",
      "lines_in_error",
      "lines_in_pending",
      "lines_in_success",
      "lines_read",
      "mode",
      "offer_deleted",
      "offer_inserted",
      "offer_updated",
      "reason_status",
      "status",
      "type",
    ],
  },
  "GET /api/offers/imports/{import}/error_report": {
    query: ["shop_id"],
  },
  "POST /api/products/imports": {
    query: ["shop_id"],
    parts: ["conversion_options", "conversion_type", "file", "operator_format"],
    required: ["file"],
    members: ["import_id"],
  },
  "GET /api/products/imports/{import}": {
    query: ["shop_id"],
    members: [
      "conversion_options",
      "conversion_type",
      "date_created",
      "has_error_report",
      "has_new_product_report",
      "has_transformation_error_report",
      "has_transformed_file",
      "import_id",
      "import_status",
      "integration_details",
      "reason_status",
      "shop_id",
      "transform_lines_in_error",
      "transform_lines_in_success",
      "transform_lines_read",
      "transform_lines_with_warning",
    ],
  },
  "GET /api/products/imports/{import}/error_report": {
    query: ["shop_id"],
  },
  "GET /api/products/imports/{import}/transformation_error_report": {
    query: ["shop_id"],
  },
};
