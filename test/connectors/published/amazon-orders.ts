/**
 * Names of `searchOrders` of Amazon's Orders API 2026-01-01, as github.com/amzn/selling-partner-api-models had it on 2026-08-05 (34dc93f,
 * `models/orders-api-model/orders_2026-01-01.json`): the parameters, their words, and the members of answers by their place.
 */
export const AMAZON_ORDERS = {
  path: "/orders/2026-01-01/orders",
  parameters: `createdAfter createdBefore lastUpdatedAfter lastUpdatedBefore fulfillmentStatuses marketplaceIds fulfilledBy
    maxResultsPerPage paginationToken includedData`,
  words: {
    fulfilledBy: "MERCHANT AMAZON",
    fulfillmentStatuses: "PENDING_AVAILABILITY PENDING UNSHIPPED PARTIALLY_SHIPPED SHIPPED CANCELLED UNFULFILLABLE",
    includedData:
      "BUYER RECIPIENT PROCEEDS EXPENSE PROMOTION CANCELLATION FULFILLMENT PACKAGES TAX PAYMENT FULFILLMENT_ORDERS",
  },
  members: {
    "": "orders pagination lastUpdatedBefore createdBefore",
    pagination: "nextToken",
    orders: `orderId orderAliases createdTime lastUpdatedTime programs associatedOrders salesChannel buyer recipient proceeds
      payment tax fulfillment orderItems packages fulfillmentOrders`,
    "orders.salesChannel": "channelName marketplaceId marketplaceName",
    "orders.fulfillment": `fulfillmentStatus fulfilledBy fulfillmentServiceLevel shipByWindow deliverByWindow
      labelPrintingWindow`,
    "orders.orderItems": `orderItemId quantityOrdered measurement associatedOrderItems programs product proceeds expense
      promotion cancellation fulfillment tax`,
    "orders.orderItems.product": "asin title sellerSku condition price serialNumbers customization",
    "orders.orderItems.fulfillment": "quantityFulfilled quantityUnfulfilled picking packing shipping",
    "orders.orderItems.cancellation": "cancellationRequest cancellationExecution",
    "orders.orderItems.cancellation.cancellationExecution": "cancelledBy cancelReason",
  },
} as const;
