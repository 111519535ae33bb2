import { readTranscript } from "../../shops/transcript.ts";
import { AMAZON_ORDERS } from "./amazon-orders.ts";
import { BIGCOMMERCE } from "./bigcommerce.ts";
import { EBAY } from "./ebay.ts";
import { MAGENTO } from "./magento.ts";
import { MIRAKL } from "./mirakl.ts";
import { SALESFORCE_ORDERS } from "./salesforce-orders.ts";
import { SHOPIFY_FIELDS } from "./shopify-fields.ts";
import { SQUARESPACE } from "./squarespace.ts";

/** The requests of a platform that its doubles take. */
export interface PlatformRoutes {
  /** Where from, and of which day. */
  source: string;
  /** Each `METHOD path`, then the names that its address may ask; `*`: any, as they are judged elsewhere. */
  published: readonly string[];
  /** Those that no public description has: where they are known from, the platform's page says. */
  undescribed?: readonly string[];
  /** The fields of GraphQL that it may begin with. */
  fields?: readonly string[];
}

const lines = (text: string): string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());
/** What a real shop took; a number in an address may be any. */
const recordedOf = (platform: string) => [
  ...new Set(
    readTranscript(platform)
      .exchanges.filter(({ status }) => status < 400)
      .map(({ method, path }) => `${method} ${(path.split("?")[0] ?? "").replaceAll(/(?<=\/)\d+(?=\/|$)/g, "{id}")} *`),
  ),
];
const PAGED = "max offset";
const ORDERS = "/checkout/orders/v1/organizations/{organization}/orders";
const PRODUCTS = "/product/products/v1/organizations/{organization}";
const CATALOGS = "/product/catalogs/v1/organizations/{organization}/catalogs";
const RECORD =
  "/inventory/inventory-lists/v1/organizations/{organization}/inventory-lists/{list}/product-inventory-records/{id}";

/** By platform, each request that its adapter makes. A request that is none of them fails the test that made it. */
export const ROUTES: Readonly<Record<string, PlatformRoutes>> = {
  shopify: {
    source: "@shopify/dev-mcp 1.16.0, schema of 2026-10; test/runtimes/schemas judges each whole query by it",
    published: lines(`
      POST /admin/api/2026-10/graphql.json
      POST /admin/oauth/access_token
    `),
    fields: SHOPIFY_FIELDS.split(/\s+/),
  },
  woocommerce: {
    source: "recorded/woocommerce.ndjson, woocommerce-terms.ndjson: what a real shop took",
    published: ["woocommerce", "woocommerce-terms"].flatMap(recordedOf),
  },
  prestashop: {
    source: "recorded/prestashop.ndjson, prestashop-tags.ndjson, prestashop-changes.ndjson: what a real shop took",
    published: [
      ...["prestashop", "prestashop-tags", "prestashop-changes"].flatMap(recordedOf),
      // Recorded with the status 500: 9.0.0 removes the picture and fails then.
      "DELETE /api/images/products/{id}/{image} output_format",
    ],
  },
  magento: {
    source: "published/magento.ts",
    published: Object.keys(MAGENTO).flatMap((each) => {
      const [method, path = ""] = each.split(" ");
      const route = path.replace("/V1/", "/{store}/V1/");
      const bulk = path.replace("/V1/", "/{store}/async/bulk/V1/");
      return method === "POST"
        ? [`${method} /rest${route} *`, `${method} /rest${bulk} *`]
        : [`${method} /rest${route} *`];
    }),
  },
  amazon: {
    source:
      "github.com/amzn/selling-partner-api-models: feeds 2021-06-30, listings items 2021-08-01, sellers, orders 2026-01-01; Login with Amazon",
    published: [
      ...lines(`
        POST /auth/o2/token
        POST /feeds/2021-06-30/documents
        GET /feeds/2021-06-30/documents/{document}
        POST /feeds/2021-06-30/feeds
        GET /feeds/2021-06-30/feeds feedTypes marketplaceIds pageSize processingStatuses createdSince createdUntil nextToken
        GET /feeds/2021-06-30/feeds/{feed}
        GET /listings/2021-08-01/items/{seller} marketplaceIds includedData identifiers identifiersType pageSize pageToken
        GET /sellers/v1/marketplaceParticipations
      `),
      `GET ${AMAZON_ORDERS.path} ${AMAZON_ORDERS.parameters}`,
    ],
  },
  bigcommerce: {
    source:
      "github.com/bigcommerce/docs 2026-04-01: published/bigcommerce.ts, webhooks.v3, orders.v2.oas2, currencies.v2, store_information.v2",
    published: [
      ...Object.entries(BIGCOMMERCE).map(([each, { query = "" }]) =>
        `${each.replace(" ", " /stores/{store}/v3")} ${query}`.trim(),
      ),
      ...lines(`
        GET /stores/{store}/v3/catalog/summary
        GET /stores/{store}/v3/hooks page limit is_active scope destination
        POST /stores/{store}/v3/hooks
        PUT /stores/{store}/v3/hooks/{hook}
        DELETE /stores/{store}/v3/hooks/{hook}
        GET /stores/{store}/v2/orders min_date_modified page limit sort include consignment_structure
        GET /stores/{store}/v2/orders/{order} include consignment_structure
        GET /stores/{store}/v2/currencies page limit
        GET /stores/{store}/v2/store
      `),
    ],
  },
  ebay: { source: "published/ebay.ts", published: lines(EBAY) },
  salesforce_commerce: {
    source:
      "github.com/SalesforceCommerceCloud/commerce-sdk 2026-07-29 (98f05532): products-oas-1.2.0, catalogs-oas-1.0.46, orders-oas-1.5.2; its page of tokens",
    published: [
      "POST /dwsso/oauth2/access_token",
      `GET ${ORDERS} ${SALESFORCE_ORDERS.parameters}`,
      `POST ${PRODUCTS}/product-search siteId`,
      `GET ${PRODUCTS}/products/{id} siteId`,
      ...["PUT", "PATCH"].map((method) => `${method} ${PRODUCTS}/products/{id}`),
      ...["PUT", "DELETE"].map((method) => `${method} ${PRODUCTS}/products/{id}/variations/{id}`),
      `PUT ${PRODUCTS}/products/{id}/variation-attributes/{id}`,
      `PUT ${PRODUCTS}/products/{id}/variation-attributes/{id}/values/{id}`,
      `GET ${CATALOGS} limit offset`,
      `POST ${CATALOGS}/{catalog}/category-search levels`,
      ...["PUT", "PATCH"].map((method) => `${method} ${CATALOGS}/{catalog}/categories/{id}`),
      ...["PUT", "DELETE"].map((method) => `${method} ${CATALOGS}/{catalog}/categories/{id}/products/{id}`),
    ],
    undescribed: [`GET ${RECORD}`, `PUT ${RECORD}`, `PATCH ${RECORD}`],
  },
  wizishop: {
    source:
      "github.com/WiziShop/api-v3-js-sdk and wizishop-php-sdk, WiziShop's own clients; there is no public reference",
    published: [],
    undescribed: lines(`
      GET /v3/shops/{shop}/products limit page sku sort
      POST /v3/shops/{shop}/products
      GET /v3/shops/{shop}/products/{id}
      PUT /v3/shops/{shop}/products/{id}
      PATCH /v3/shops/{shop}/skus/{sku}
      GET /v3/shops/{shop}/categories limit page
      POST /v3/shops/{shop}/categories
      GET /v3/shops/{shop}/orders limit page sort start_date
    `),
  },
  cdiscount: {
    source: "Octopia's pages; its OpenAPI document is offered by its site alone",
    published: [],
    undescribed: lines(`
      POST /auth/realms/maas/protocol/openid-connect/token
      POST /seller/v2/products-integration
      GET /seller/v2/products-integration-reports packageId
      POST /seller/v2/offer-packages
      GET /seller/v2/offer-packages/{package}
      PATCH /seller/v2/offer-packages/{package}
      POST /seller/v2/offer-packages/{package}/offer-requests
      GET /seller/v2/offer-packages/{package}/offer-requests-results limit cursor
      GET /seller/v2/offers limit cursor salesChannelId sellerExternalReferences
      GET /seller/v2/orders pageIndex pageSize updatedAtMin
      GET /seller/v2/sellers
    `),
  },
  fnac_darty: {
    source: "github.com/FnacMarketplace/fnacapiclient, the marketplace's own schemas (XSD) of each service",
    published: lines(`
      POST /api.php/auth
      POST /api.php/batch_status
      POST /api.php/offers_query
      POST /api.php/offers_update
      POST /api.php/orders_query
    `),
  },
  manomano: {
    source:
      "github.com/exewen/manomano-php-sdk, github.com/etail-agency/etail_marketplaces_sdk; its pages ask for an account",
    published: [],
    undescribed: lines(`
      GET /api/v1/offer-information/offers limit page seller_contract_id skus
      PATCH /api/v2/offer-information/offers
      GET /orders/v1/orders limit page seller_contract_id status_updated_at_start
    `),
  },
  mirakl: {
    source: "published/mirakl.ts",
    published: Object.entries(MIRAKL).map(([each, { query }]) => `${each} ${query.join(" ")} ${PAGED}`),
  },
  shopware: {
    source: "github.com/shopware/frontends 2026-08-19 (73d6426b0), adminApiTypes.d.ts; bodies: published/shopware.ts",
    published: lines(`
      POST /api/oauth/token
      GET /api/_info/version
      POST /api/_action/sync
      POST /api/_action/media/{media}/upload extension fileName
      POST /api/search/category
      POST /api/search/currency
      POST /api/search/language
      POST /api/search/media-default-folder
      POST /api/search/order
      POST /api/search/product
      POST /api/search/product-manufacturer
      POST /api/search/property-group
      POST /api/search/property-group-option
      POST /api/search/sales-channel
      POST /api/search/tag
      POST /api/search/tax
      POST /api/search/webhook
    `),
  },
  squarespace: { source: "published/squarespace.ts", published: lines(SQUARESPACE) },
};
