import type { Reply } from "../shops.ts";

/**
 * The parameters of orders that public clients of the three name: github.com/gitfcankaya/cdiscount-sdk (3dc47d8, 2026-01-15),
 * github.com/exewen/manomano-php-sdk (f4e3d56, 2026-03-24) with github.com/etail-agency/etail_marketplaces_sdk (dd9c04c, 2026-03-21), and
 * WiziShop's own github.com/WiziShop/wizishop-php-sdk (fcea0f9, 2021-08-03) with github.com/yuzu-co/wizishop-php (42be028).
 */
const PARAMETERS = {
  cdiscount: `reference salesChannelId businessOrder status supplyMode shippingCountry updatedAtMin updatedAtMax createdAtMin
    createdAtMax shippedAtMin shippedAtMax pageIndex pageSize sort desc`,
  manomano: `seller_contract_id order_reference status created_at_start created_at_end status_updated_at_start
    status_updated_at_end page limit`,
  wizishop: "status_code customer_id id_greater_than start_date end_date query limit page sort tag",
};

export interface OrdersAsked {
  platform: keyof typeof PARAMETERS;
  query: URLSearchParams;
  all: readonly object[];
}

const refused = (message: string): Reply => ({ status: 400, json: { message } });
const numberIn = (query: URLSearchParams, name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

const ANSWERS: Record<OrdersAsked["platform"], (asked: OrdersAsked) => Reply> = {
  cdiscount: ({ query, all }) => {
    const [page, size] = [numberIn(query, "pageIndex", 1), numberIn(query, "pageSize", 10)];
    const since = Date.parse(query.get("updatedAtMin") ?? "1970-01-01");
    const found = all.filter((order) => Date.parse(Object(order).updatedAt) >= since);
    return { json: { items: found.slice((page - 1) * size, page * size) } };
  },
  manomano: ({ query, all }) => {
    if (!query.has("seller_contract_id")) return refused("seller_contract_id is needed");
    const [page, limit] = [numberIn(query, "page", 1), numberIn(query, "limit", 50)];
    const isMore = page * limit < all.length;
    const links = isMore ? { next: `/orders/v1/orders?page=${page + 1}` } : {};
    return { json: { content: all.slice((page - 1) * limit, page * limit), pagination: { page, limit, links } } };
  },
  wizishop: ({ query, all }) => {
    const [page, limit] = [numberIn(query, "page", 1), numberIn(query, "limit", 20)];
    if (!DATE.test(query.get("start_date") ?? "2026-01-01 00:00:00")) return refused("start_date");
    // An empty list is answered so.
    if (all.length === 0) return { status: 404, json: {} };
    const results = all.slice((page - 1) * limit, page * limit);
    return { json: { page, limit, pages: Math.ceil(all.length / limit), total: all.length, results } };
  },
};

/** Orders as the three answer them, page by page; a parameter that no client of theirs names is refused. */
export function frenchOrders(
  platform: OrdersAsked["platform"],
  query: URLSearchParams,
  all: readonly object[] = [],
): Reply {
  const strange = [...query.keys()].find((name) => !PARAMETERS[platform].split(/\s+/).includes(name));
  return strange === undefined ? ANSWERS[platform]({ platform, query, all }) : refused(`Unknown parameter ${strange}`);
}
