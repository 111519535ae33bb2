import type { Reply } from "../shops.ts";
import { bodyFault, operationOf } from "./magento-bodies.ts";
import { magentoPrices } from "./magento-prices.ts";
import { magentoShop } from "./magento-shop.ts";
import { BAD, bodyAs, busyFor, type Call, NO_ROUTE, type Platform, refusal, WHY } from "./platform.ts";

type Shop = ReturnType<typeof magentoShop>;

function magentoStocked({ products }: Shop, call: Call): Reply {
  const { sourceItems } = bodyAs<{ sourceItems: { sku: string }[] }>(call);
  return sourceItems.every(({ sku }) => products.has(sku)) ? { json: [] } : refusal(400);
}

interface Operation {
  id: number;
  status: number;
  result_message: string | null;
  error_code: number | null;
}

const BULK = /^(POST|GET) \/rest\/\w+\/(?:async\/bulk\/V1\/products|V1\/bulk\/([\w-]+)\/status)$/;
const SUCCESS = "Service execution success Magento\\Catalog\\Model\\ProductRepository\\Interceptor::save";

type Put = ReturnType<typeof magentoShop>["put"];

interface Bulk {
  bodies: { product: { sku: string } & Record<string, unknown> }[];
  operations: Operation[];
  asked: number;
}

const refusalIn = (reply: Reply) => Object(reply?.json).message as string | undefined;

function carryOut(put: Put, { bodies, operations }: Bulk): void {
  for (const operation of operations) {
    const product = bodies[operation.id]?.product ?? { sku: BAD };
    const refused = product.sku === BAD ? WHY : refusalIn(put(product.sku, product));
    const done = refused ? { status: 3, result_message: refused } : { status: 1, result_message: SUCCESS };
    Object.assign(operation, done);
  }
}

/** Bulk requests as they are published: taken at once, and carried out once their state has been asked for. */
function openBulk(put: Put) {
  const all = new Map<string, Bulk>();
  const stateOf = (id: string): Reply => {
    const bulk = all.get(id);
    if (!bulk) return { status: 404, json: { message: "Bulk uuid doesn't exist" } };
    if (++bulk.asked > 1) carryOut(put, bulk);
    const operations_list = bulk.operations.toReversed();
    return { json: { operations_list, user_type: 1, bulk_id: id, operation_count: operations_list.length } };
  };
  return (call: Call): Reply | undefined => {
    const [, method, id] = BULK.exec(call.route) ?? [];
    if (id !== undefined) return method === "GET" ? stateOf(id) : undefined;
    if (method !== "POST") return undefined;
    const bodies = bodyAs<Bulk["bodies"]>(call);
    if (!Array.isArray(bodies)) return { status: 400, json: { message: "a list of bodies" } };
    const uuid = `799a59c0-09ca-4d60-b432-${String(all.size).padStart(12, "0")}`;
    const items = bodies.map((body, place) => {
      const fault = bodyFault("POST /V1/products", body);
      return {
        id: place,
        data_hash: "0",
        status: fault ? "rejected" : "accepted",
        ...(fault && { error_message: fault }),
      };
    });
    const operations = items.flatMap(({ id: place, status }) =>
      status === "rejected" ? [] : [{ id: place, status: 4, result_message: null, error_code: null }],
    );
    all.set(uuid, { bodies, operations, asked: 0 });
    const errors = operations.length < bodies.length;
    return { status: 202, json: { bulk_uuid: uuid, request_items: items, errors } };
  };
}

/** An order as `GET /V1/orders` answers it. */
const MAGENTO_ORDER = {
  ...{ entity_id: 9, state: "new", created_at: "2026-11-30 10:00:00", updated_at: "2026-11-30 10:00:00" },
  items: [
    {
      ...{ item_id: 1, sku: "SKU-1", product_type: "simple", is_virtual: 0, qty_ordered: 2 },
      ...{ qty_invoiced: 0, qty_shipped: 0, qty_refunded: 0, qty_canceled: 0 },
    },
  ],
};

const MAGENTO_ANSWERS: Readonly<Record<string, (shop: Shop, call: Call) => Reply>> = {
  "POST /V1/inventory/source-items": magentoStocked,
  ...magentoPrices,
  "POST /V1/categories": (_, { body }) => ({ json: { ...Object(body).category, id: 9 } }),
  "GET /V1/inventory/source-items": () => ({
    json: { items: [{ sku: "SKU-1", source_code: "default", quantity: 4, status: 1 }] },
  }),
  "GET /V1/inventory/sources": () => ({ json: { items: [{ source_code: "default", name: "Default Source" }] } }),
  "GET /V1/stockItems/{productSku}": () => ({ json: { qty: 4, is_in_stock: true } }),
  "GET /V1/orders": () => ({ json: { items: [MAGENTO_ORDER], total_count: 1 } }),
  "GET /V1/store/storeConfigs": () => ({ json: [{ code: "default", locale: "fr_FR" }] }),
  "GET /V1/categories/list": () => ({ json: { items: [{ id: 2, parent_id: 1, name: "Default", level: 1 }] } }),
};

/** What it answers of a body that it refuses, or of a product that it keeps. */
function magentoWritten(call: Call, operation: string): Reply | undefined {
  const fault = bodyFault(operation, call.body);
  return fault === undefined ? undefined : { status: 400, json: { message: fault } };
}

export const magento: Platform = {
  id: "magento",
  isBySku: true,
  credentials: { base_url: "", access_token: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^(?:PUT|POST) \/rest\/all\/V1\//.test(route),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: (shelf) => {
    const shop = magentoShop({ shelf });
    const bulk = openBulk(shop.put);
    return (call) => {
      const { operation, isBulk } = operationOf(call.method, call.path.split("?")[0] ?? "");
      const kept = isBulk ? undefined : shop.reply(operation, call);
      if (kept) return kept;
      const own = () => MAGENTO_ANSWERS[operation]?.(shop, call) ?? NO_ROUTE;
      if (isBulk || call.method === "GET") return bulk(call) ?? own();
      return magentoWritten(call, operation) ?? own();
    };
  },
};
