/**
 * What Magento's OpenAPI document says of a body of `PUT /V1/products/{sku}` and `POST /V1/products`: members of
 * `catalog-data-product-interface` and what is below it, in 2.4. The shop refuses every other one.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  body: "product saveOptions",
  product: `id sku name attribute_set_id price status visibility type_id created_at updated_at weight extension_attributes
    product_links options media_gallery_entries tier_prices custom_attributes`,
  extension_attributes: `website_ids category_links stock_item bundle_product_options configurable_product_options
    configurable_product_links downloadable_product_links downloadable_product_samples giftcard_amounts`,
  category_links: "position category_id extension_attributes",
  stock_item: `item_id product_id stock_id qty is_in_stock is_qty_decimal show_default_notification_message
    use_config_min_qty min_qty use_config_min_sale_qty min_sale_qty use_config_max_sale_qty max_sale_qty
    use_config_backorders backorders use_config_notify_stock_qty notify_stock_qty use_config_qty_increments qty_increments
    use_config_enable_qty_inc enable_qty_increments use_config_manage_stock manage_stock low_stock_date is_decimal_divided
    stock_status_changed_auto extension_attributes`,
  media_gallery_entries: "id media_type label position disabled types file content extension_attributes",
  content: "base64_encoded_data type name",
  custom_attributes: "attribute_code value",
};

function faultIn(name: string, value: unknown): string | undefined {
  const known = MEMBERS[name]?.split(/\s+/);
  if (known === undefined || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return value.map((each) => faultIn(name, each)).find((each) => each !== undefined);
  for (const [member, held] of Object.entries(value)) {
    if (!known.includes(member))
      return `"${member}" is not supported by ${name}. Correct the field name and try again.`;
    const fault = faultIn(member, held);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Why Magento refuses a body; `undefined`: it takes it. */
export function bodyFault(body: unknown): string | undefined {
  const fault = faultIn("body", body);
  if (fault !== undefined) return fault;
  return typeof Object(Object(body).product).sku === "string" ? undefined : `"%fieldName" is required: sku`;
}
