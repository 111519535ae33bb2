/**
 * Names of `getOrders` of Salesforce's Orders API v1, as github.com/SalesforceCommerceCloud/commerce-sdk had it on 2026-07-29 (98f05532,
 * `apis/orders-oas-1.5.2/orders-oas-v1-public.yaml`): its parameters with their words, and members of what it answers.
 */
export const SALESFORCE_ORDERS = {
  path: "/checkout/orders/v1/organizations/{organizationId}/orders",
  parameters: `sortBy sortOrder status exportStatus externalStatus confirmationStatus paymentStatus shippingStatus
    creationDateFrom creationDateTo lastModifiedDateFrom lastModifiedDateTo siteId limit offset`,
  words: { sortBy: "creation_date last_modified_date", sortOrder: "asc desc" },
  /** The most of a page, and of its place and size together. */
  limitMax: 200,
  placesMax: 10_000,
  states: "created new completed cancelled failed",
  order: `adjustedMerchandizeTotalTax adjustedShippingTotalTax affiliatePartnerId affiliatePartnerName
    billingAddress bonusDiscountLineItems businessType cancelCode cancelDescription channelType
    confirmationStatus couponItems createdBy creationDate customerLocale currency customerInfo
    customerOrderReference exportStatus externalOrderNo externalOrderStatus externalOrderText
    giftCertificateItems globalPartyId invoiceNo lastModified merchandizeTotalTax orderNo
    orderPriceAdjustments orderTotal paymentInstruments paymentStatus placeDate productItems productSubTotal
    productTotal remoteHost shipments shippingItems shippingStatus shippingTotal shippingTotalTax siteId
    sourceCode sourceCodeGroupId status taxTotal taxation`,
  productItem: `basePrice grossPrice itemText netPrice tax taxBasis adjustedTax bonusDiscountLineItemId
    bonusProductLineItem brand bundledProductItems externalLineItemStatus externalLineItemText gift
    giftMessage inventoryId itemId minOrderQuantity optionItems position priceAdjustments
    priceAfterItemDiscount priceAfterOrderDiscount productId productListItem productName quantity shipmentId
    shippingItemId stepQuantity taxItems taxRate`,
} as const;
