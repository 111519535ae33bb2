/**
 * The requests of eBay's OpenAPI descriptions that are made (`sell_inventory_v1`, `sell_account_v1`, `sell_fulfillment_v1`,
 * `commerce_taxonomy_v1`, `commerce_notification_v1`), as the npm package `ebay-api` 10.0.1 has them, and that of tokens, which its page
 * of OAuth has: each with the names that its address may ask.
 */
export const EBAY = `
  POST /identity/v1/oauth2/token
  POST /sell/inventory/v1/bulk_create_or_replace_inventory_item
  POST /sell/inventory/v1/bulk_get_inventory_item
  POST /sell/inventory/v1/bulk_update_price_quantity
  POST /sell/inventory/v1/bulk_create_offer
  POST /sell/inventory/v1/bulk_publish_offer
  GET /sell/inventory/v1/inventory_item limit offset
  GET /sell/inventory/v1/inventory_item_group/{key}
  PUT /sell/inventory/v1/inventory_item_group/{key}
  GET /sell/inventory/v1/location limit offset
  GET /sell/inventory/v1/offer format limit marketplace_id offset sku
  GET /sell/inventory/v1/offer/{offer}
  PUT /sell/inventory/v1/offer/{offer}
  POST /sell/inventory/v1/offer/{offer}/publish
  POST /sell/inventory/v1/offer/{offer}/withdraw
  POST /sell/inventory/v1/offer/publish_by_inventory_item_group
  POST /sell/inventory/v1/offer/withdraw_by_inventory_item_group
  GET /sell/account/v1/fulfillment_policy marketplace_id
  GET /sell/account/v1/payment_policy marketplace_id
  GET /sell/account/v1/return_policy marketplace_id
  GET /sell/fulfillment/v1/order fieldGroups filter limit offset orderIds
  GET /commerce/taxonomy/v1/get_default_category_tree_id marketplace_id
  GET /commerce/taxonomy/v1/category_tree/{tree}/get_category_suggestions q
  GET /commerce/notification/v1/destination limit continuation_token
  POST /commerce/notification/v1/destination
  PUT /commerce/notification/v1/destination/{destination}
  DELETE /commerce/notification/v1/destination/{destination}
  GET /commerce/notification/v1/subscription limit continuation_token
  POST /commerce/notification/v1/subscription
  PUT /commerce/notification/v1/subscription/{subscription}
  DELETE /commerce/notification/v1/subscription/{subscription}
  GET /commerce/notification/v1/topic/{topic}
  GET /commerce/notification/v1/public_key/{key}
`;
