import { gzipSync } from "node:zlib";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import { wayOut } from "../outbound/way-out.ts";
import { ebay } from "./platforms/ebay.ts";
import { type Call, openShelf } from "./platforms/platform.ts";
import { openShop, type Received, type Reply } from "./shops.ts";

/** The first time something is requested it is not ready yet. */
function pending() {
  const seen = new Set<string>();
  return (path: string) => {
    const isFirst = !seen.has(path);
    seen.add(path);
    return isFirst;
  };
}

const REFUSED: Reply = { status: 401, json: { message: "refused" } };
const NOWHERE: Reply = { status: 404, json: { message: "no such path" } };
const formOf = ({ text }: Received) => Object.fromEntries(new URLSearchParams(text));

/** What a token service answers: a token for these form fields, else a refusal. */
function tokenReply(requests: Received, expected: Record<string, string>, refusal: Reply): Reply {
  const form = formOf(requests);
  const isKnown = Object.entries(expected).every(([name, value]) => form[name] === value);
  return isKnown ? { json: { access_token: "t" } } : refusal;
}
const BAD_GRANT: Reply = { status: 400, json: { error: "invalid_grant" } };
const CLIENT = { grant_type: "client_credentials", client_secret: "good" };
const REFRESH = { grant_type: "refresh_token", refresh_token: "good" };

/** A marketplace on this machine; every host of its API leads to it. `answer` gets the path with the host that was meant. */
export async function openMarketplace(answer: (requests: Received, host: string) => Reply) {
  const shop = await openShop((requests) => answer(requests, String(requests.headers["x-meant-host"])));
  const { outbound } = wayOut({ open: ["receiver.test"] });
  const api = (credentials: Record<string, string>) =>
    openApi(
      {
        request: (url, options) => {
          const meant = new URL(url);
          const headers = { ...options.headers, "x-meant-host": meant.host };
          return outbound.request(`${shop.url}${meant.pathname}${meant.search}`, { ...options, headers });
        },
      },
      credentials,
      AbortSignal.timeout(10_000),
      { tries: 1, waitFor: async () => undefined },
    );
  return { ...shop, api };
}

export function amazonShop() {
  const isFirst = pending();
  let feed: { messages: { messageId: number; sku: string }[] } = { messages: [] };
  const keep = ({ method, text }: Received): Reply => {
    if (method === "PUT") feed = JSON.parse(text);
    const bad = feed.messages.find(({ sku }) => sku === "BAD")?.messageId;
    const issues = [{ messageId: bad, code: "1", severity: "ERROR", message: "Brand is missing" }];
    return method === "GET" ? { bytes: gzipSync(JSON.stringify({ issues })) } : {};
  };
  return openMarketplace((requests, host) => {
    const { method, path, headers } = requests;
    if (host === "api.amazon.com") return tokenReply(requests, REFRESH, BAD_GRANT);
    if (host === "documents.example") return keep(requests);
    if (host !== "sellingpartnerapi-eu.amazon.com" || headers["x-amz-access-token"] !== "t") return REFUSED;
    const place = { url: "https://documents.example/d", feedDocumentId: "d1" };
    const answers: Record<string, unknown> = {
      "GET /sellers/v1/marketplaceParticipations": { payload: [] },
      "GET /listings/2021-08-01/items/s": { numberOfResults: 0, items: [] },
      "POST /feeds/2021-06-30/documents": place,
      "POST /feeds/2021-06-30/feeds": { feedId: "f1" },
      "GET /feeds/2021-06-30/feeds/f1": isFirst(path)
        ? { processingStatus: "IN_PROGRESS" }
        : { processingStatus: "DONE", resultFeedDocumentId: "d2" },
      "GET /feeds/2021-06-30/documents/d2": { ...place, compressionAlgorithm: "GZIP" },
    };
    const json = answers[`${method} ${path.split("?")[0]}`];
    return json === undefined ? NOWHERE : { json };
  });
}

function ebayReply(received: Received, rest: (call: Call) => Reply): Reply {
  const { method, path, text } = received;
  if (path.startsWith("/sell/fulfillment/v1/order?")) return { json: { orders: [], total: 0 } };
  if (path.startsWith("/sell/inventory/v1/inventory_item?")) {
    const product = { title: "Lamp", ean: ["4006381333931"] };
    return { json: { total: 1, inventoryItems: [{ sku: "GOOD", product }] } };
  }
  if (path.startsWith("/sell/inventory/v1/offer?")) {
    const sku = new URL(path, "https://x.test").searchParams.get("sku");
    return sku === "GOOD" ? { json: { offers: [{ offerId: "o1" }] } } : { status: 404, json: { errors: [] } };
  }
  if (!path.endsWith("/bulk_update_price_quantity")) {
    const { pathname, searchParams: query } = new URL(path, "https://x.test");
    return rest({ ...received, host: "api.ebay.com", route: `${method} ${pathname}`, query, body: undefined });
  }
  const requests: { sku: string }[] = JSON.parse(text).requests;
  const responses = requests.map(({ sku }) =>
    sku === "BAD" ? { sku, statusCode: 400, errors: [{ message: "Invalid title" }] } : { sku, statusCode: 200 },
  );
  return { status: 207, json: { responses } };
}

export function ebayShop() {
  const rest = ebay.answer(openShelf());
  return openMarketplace((requests, host) => {
    const { path, headers } = requests;
    if (host !== "api.ebay.com") return NOWHERE;
    if (path === "/identity/v1/oauth2/token") {
      const basic = `Basic ${Buffer.from("id:secret").toString("base64")}`;
      return headers["authorization"] === basic ? tokenReply(requests, REFRESH, BAD_GRANT) : BAD_GRANT;
    }
    const isKnown = headers["authorization"] === "Bearer t" && headers["content-language"] === "fr-FR";
    return isKnown ? ebayReply(requests, rest) : REFUSED;
  });
}

export function cdiscountShop() {
  const isFirst = pending();
  const errors = [{ message: "Unknown product" }];
  return openMarketplace((requests, host) => {
    const { method, path, headers } = requests;
    if (host === "auth.octopia-io.net") return tokenReply(requests, CLIENT, REFUSED);
    if (headers["authorization"] !== "Bearer t" || headers["sellerid"] !== "7") return REFUSED;
    const report = [
      { gtin: "4006381333931", status: "Integrated" },
      { gtin: "9780201379624", status: "Rejected", errors },
    ];
    const results = [
      { sellerExternalReference: "GOOD", integrationStatus: "Integrated" },
      { sellerExternalReference: "BAD", integrationStatus: "Rejected", results: errors },
    ];
    const offers = "/seller/v2/offer-packages";
    const answers: Record<string, Reply> = {
      "GET /seller/v2/sellers": {},
      "GET /seller/v2/offers": {
        json: { items: [{ sellerExternalReference: "GOOD" }, { sellerExternalReference: "BAD" }] },
      },
      "POST /seller/v2/products-integration": { json: { packageId: 12 } },
      "GET /seller/v2/products-integration-reports": { json: { items: isFirst(path) ? [] : report } },
      [`POST ${offers}`]: { status: 201, headers: { "content-location": `${offers}/p1` } },
      [`POST ${offers}/p1/offer-requests`]: { status: 202 },
      [`PATCH ${offers}/p1`]: { status: 200 },
      [`GET ${offers}/p1`]: { json: { state: isFirst(path) ? "IntegrationPending" : "Integrated" } },
      [`GET ${offers}/p1/offer-requests-results`]: { json: { items: results } },
    };
    return answers[`${method} ${path.split("?")[0]}`] ?? NOWHERE;
  });
}

const xml = (text: string): Reply => ({ headers: { "content-type": "text/xml" }, text });
const fnacAuth = (text: string) =>
  text.includes("<key>good</key>")
    ? xml('<auth_response status="OK"><token>t</token></auth_response>')
    : xml('<auth_response status="ERROR"><error code="ERR_003">Authentication failed</error></auth_response>');
const FNAC_REPORT = `<batch_status_response status="ERROR"><batch_id>B1</batch_id>
  <offer status="OK"><offer_seller_id><![CDATA[GOOD]]></offer_seller_id></offer>
  <offer status="ERROR"><offer_seller_id>BAD</offer_seller_id><error code="ERR_105">Unknown product</error></offer>
  </batch_status_response>`;

const FNAC_ANSWERS: Record<string, string> = {
  "/api.php/offers_update": '<offers_update_response status="OK"><batch_id>B1</batch_id></offers_update_response>',
  "/api.php/offers_query": '<offers_query_response status="OK"/>',
};

export function fnacShop() {
  let polls = 0;
  const isWrong = (path: string, host: string) => host !== "vendeur.fnac.com" || !path.startsWith("/api.php/");
  return openMarketplace(({ path, text }, host) => {
    if (isWrong(path, host)) return NOWHERE;
    if (path === "/api.php/auth") return fnacAuth(text);
    if (!text.includes('partner_id="p" shop_id="s" token="t"'))
      return xml('<r status="FATAL"><error>token</error></r>');
    const known = FNAC_ANSWERS[path];
    if (known !== undefined) return xml(known);
    if (!text.includes("<batch_id>B1</batch_id>")) return NOWHERE;
    return xml(polls++ === 0 ? '<batch_status_response status="RUNNING"/>' : FNAC_REPORT);
  });
}

export const manomanoShop = () =>
  openMarketplace(({ method, path, headers }, host) => {
    if (host !== "partnersapi.manomano.com" || headers["x-api-key"] !== "good") return REFUSED;
    if (path.startsWith("/api/v1/offer-information/offers?seller_contract_id=7&")) {
      return { json: { content: [{ sku: "GOOD" }], pagination: { page: 1 } } };
    }
    return method === "PATCH" && path === "/api/v2/offer-information/offers" ? { json: { request_id: "r" } } : NOWHERE;
  });

/** The state of an import, in this word first. */
const miraklState = (isFirst: boolean, word: string) => ({
  status: isFirst ? word : "COMPLETE",
  has_error_report: true,
});

export function miraklShop() {
  const isFirst = pending();
  return openMarketplace(({ method, path, headers }, host) => {
    if (host !== "shop.mirakl.example" || headers["authorization"] !== "good") return REFUSED;
    const url = new URL(path, "https://x.test");
    if (url.searchParams.get("shop_id") !== "5") return NOWHERE;
    const offers = [{ shop_sku: "GOOD", product_title: "Lamp", price: 12.5, quantity: 3, product_references: [] }];
    const answers: Record<string, Reply> = {
      "GET /api/account": { json: { shop_id: 5 } },
      "GET /api/offers": { json: { offers, total_count: 1 } },
      "POST /api/products/imports": { status: 201, json: { import_id: 1 } },
      "GET /api/products/imports/1": { json: { import_status: isFirst(path) ? "RUNNING" : "SENT" } },
      "POST /api/offers/imports": { status: 201, json: { import_id: 2 } },
      "GET /api/offers/imports/2": { json: miraklState(isFirst(path), "WAITING") },
      "GET /api/offers/imports/2/error_report": {
        text: 'sku;price;error-line;error-message\n"BAD";"3";"3";"The product ""BAD""; it is not there"\n',
      },
      "POST /api/offers/stock/imports": { status: 201, json: { import_id: "s1" } },
      "GET /api/offers/stock/imports/s1/status": { json: miraklState(isFirst(path), "RUNNING") },
      "GET /api/offers/stock/imports/s1/error_report": {
        text: 'line;reason;offer-sku;quantity\n"3";"It has no offer; it is not there";"BAD";"4"\n',
      },
      "POST /api/offers/pricing/imports": { status: 201, json: { import_id: "p1" } },
      "GET /api/offers/pricing/imports": { json: { data: [miraklState(isFirst(path), "RUNNING")] } },
      "GET /api/offers/pricing/imports/p1/error_report": {
        text: 'line;reason;offer-sku;price\n"3";"It has no offer";"BAD";"12.50"\n',
      },
    };
    return answers[`${method} ${url.pathname}`] ?? NOWHERE;
  });
}
