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

const PRODUCT = "name:text description:text urlSlug:text tags:text[] isVisible:flag variantAttributes:text[]";
const VARIANT = "attributes:texts gtin:text mpn:text shippingMeasurements:measures";

/**
 * What those bodies may hold and need, by the same document: `!` is needed, after a colon stands the type (`[]`: a list of it, `?`: or
 * null). An update is of what the document calls `Change…`, a value that may be left out; its members have the names that Squarespace's
 * page of it has (`variantAttributes`, `seoOptions`; the document's own are those of the class). The page of making one says what it needs.
 */
export const SQUARESPACE_BODIES: Readonly<Record<string, string>> = {
  "/1.0/commerce/inventory/adjustments":
    "decrementOperations:level[] incrementOperations:level[] setFiniteOperations:level[] setUnlimitedOperations:text[]",
  "/v2/commerce/products": `type!:text storePageId!:text variants!:new-variant[] ${PRODUCT}`,
  "/v2/commerce/products/{id}": `${PRODUCT} pricing:pricing seoOptions:seo`,
  "/v2/commerce/products/{id}/images/{image}": "altText:text",
  "/v2/commerce/products/{id}/images/{image}/order": "afterImageId:text?",
  "/v2/commerce/products/{id}/variants": `sku!:text pricing!:pricing stock:stock ${VARIANT}`,
  "/v2/commerce/products/{id}/variants/{variant}": `sku:text pricing:pricing ${VARIANT}`,
  "/v2/commerce/products/{id}/variants/{variant}/image": "imageId!:text?",
};

/** The types that those name. */
export const SQUARESPACE_TYPES: Readonly<Record<string, string>> = {
  "new-variant": `sku:text pricing:pricing stock:stock ${VARIANT}`,
  level: "variantId:text quantity:whole",
  pricing: "basePrice:money onSale:flag salePrice:money",
  money: "currency:text value:decimal",
  stock: "quantity:whole unlimited:flag",
  measures: "dimensions:dimensions weight:weight",
  dimensions: "height:number length:number width:number unit:text",
  weight: "unit:text value:number",
  seo: "title:text description:text",
};
