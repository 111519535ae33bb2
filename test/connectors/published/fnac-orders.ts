/**
 * Elements of the marketplace's own schema, as github.com/FnacMarketplace/fnacapiclient had it on 2018-03-07 (59e27ca,
 * `Resources/xsd/OrdersQueryService.xsd`, `base.xsd`, `state.xsd`), by the element that they are in; `!`: they stand once at least.
 */
export const FNAC_ORDERS = {
  attributes: "partner_id! shop_id! token key results_count xmlns",
  /** What may stand in a question; `paging` stands first. */
  asked: {
    orders_query: `paging date state states sort_by product_fnac_id order_fnac_id orders_fnac_id offer_fnac_id offer_seller_id`,
    date: "min max",
  },
  dates: "CreatedAt UpdatedAt AcceptedAt ReceivedAt DebitedAt",
  sorts: "DESC ASC",
  answered: {
    orders_query_response: "error page total_paging nb_total_per_page nb_total_result order",
    order: `shop_id! client_id! client_firstname! client_lastname! client_email adherent_number order_id! client_culture state!
      created_at! fees invoice_number_reference vat_rate nb_messages delivery_note shipping_address billing_address
      order_detail`,
    order_detail: `order_detail_id! state! product_fnac_id! product_name! offer_fnac_id! offer_seller_id! price! fees!
      product_state! quantity! description internal_comment debited_at created_at received_at refused_at product_url image
      tracking_number xeett pseudorvc tracking_client_id shipping_price shipping_method promotion_type promotion_uid`,
  },
  states: "Created Accepted Refused ToShip Shipped NotReceived Received Refunded Cancelled Error",
} as const;
