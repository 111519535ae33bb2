/**
 * The requests of Squarespace's OpenAPI 3.1.1 document of its Commerce APIs that are made (products, inventory, orders, websites), as
 * github.com/api-evangelist/squarespace had it on 2026-08-13 (c2a3b21), each with the names that its address may ask.
 */
export const SQUARESPACE = `
  GET /1.0/commerce/store_pages cursor
  GET /1.0/commerce/orders cursor modifiedAfter modifiedBefore fulfillmentStatus
  GET /1.0/commerce/inventory/{ids}
  POST /1.0/commerce/inventory/adjustments
  GET /v2/commerce/products modifiedAfter modifiedBefore cursor query type
  POST /v2/commerce/products
  GET /v2/commerce/products/{ids}
  POST /v2/commerce/products/{id}
  POST /v2/commerce/products/{id}/images
  POST /v2/commerce/products/{id}/images/{image}
  DELETE /v2/commerce/products/{id}/images/{image}
  POST /v2/commerce/products/{id}/images/{image}/order
  GET /v2/commerce/products/{id}/images/{image}/status
  POST /v2/commerce/products/{id}/variants
  POST /v2/commerce/products/{id}/variants/{variant}
  DELETE /v2/commerce/products/{id}/variants/{variant}
  POST /v2/commerce/products/{id}/variants/{variant}/image
`;
