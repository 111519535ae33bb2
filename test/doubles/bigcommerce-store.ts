import type { Reply } from "./shops.ts";

interface Hook {
  id: number;
  scope: string;
  destination: string;
  is_active: boolean;
  headers: Record<string, string>;
}

/** A line of an order as a store answers it. */
export const STORE_LINE = { id: 1, product_id: 77, variant_id: 5, sku: "CH-1", quantity: 3, type: "physical" } as const;

/** What a BigCommerce store sends in an order's place: its lines stand in the consignments. */
export const storeOrder = (id: number, statusId: number, lines: readonly object[], modified: string) => ({
  id,
  status_id: statusId,
  status: statusId === 5 ? "Cancelled" : "Awaiting Fulfillment",
  date_created: "Mon, 01 Jan 2099 10:00:00 +0000",
  date_modified: modified,
  consignments: {
    pickups: [],
    shipping: [{ id: 9, line_items: lines }],
    downloads: [],
    email: { gift_certificates: [] },
  },
});

interface Asked {
  route: string;
  query: URLSearchParams;
  text: string;
}

/** The webhooks, orders and products of a BigCommerce store. `refuses`: a scope that it does not take. */
export function bigcommerceStore({ refuses = "" } = {}) {
  const hooks = new Map<number, Hook>();
  const orders = new Map<number, ReturnType<typeof storeOrder>>();
  const products = new Map<number, { id: number } & Record<string, unknown>>();
  let next = 1;
  const fault: Reply = { status: 422, json: { status: 422, title: "JSON data is missing or invalid" } };
  const none: Reply = { status: 404, json: { status: 404, title: "not found" } };
  const put = (id: number, text: string): Reply => {
    const hook = { ...JSON.parse(text), id } as Hook; // as it was sent
    if (hook.scope === refuses || !/^https:/.test(hook.destination)) return fault;
    hooks.set(id, hook);
    return { json: { data: hook, meta: {} } };
  };
  const change = (method: string, id: number, text: string): Reply => {
    if (!hooks.has(id)) return none;
    if (method === "PUT") return put(id, text);
    hooks.delete(id);
    return { json: { data: { id }, meta: {} } };
  };
  const listed = () => ({ data: [...hooks.values()], meta: { pagination: { total_pages: 1, current_page: 1 } } });
  const orderAt = (id: number): Reply => (orders.has(id) ? { json: orders.get(id) } : none);
  const page = (query: URLSearchParams): Reply => {
    const from = (Number(query.get("page")) - 1) * 50;
    const found = [...orders.values()].slice(from, from + 50);
    return found.length === 0 ? { status: 204, text: "" } : { json: found };
  };
  const answers: Record<string, (asked: Asked) => Reply> = {
    "GET v2/currencies": () => ({ json: [{ id: 1, currency_code: "EUR", name: "Euro", is_default: true }] }),
    "GET v3/catalog/products": ({ query }) => {
      const ids = query.get("id:in")?.split(",").map(Number) ?? [];
      return { json: { data: ids.flatMap((each) => products.get(each) ?? []), meta: {} } };
    },
    "GET v2/orders": ({ query }) => page(query),
    "GET v3/hooks": () => ({ json: listed() }),
    "POST v3/hooks": ({ text }) => put(next++, text),
  };
  const reply = (asked: Asked): Reply => {
    const [, method = "", kind = "", id] = /^(\w+) \/stores\/h1\/(v\d\/[a-z/]+?)(?:\/(\d+))?$/.exec(asked.route) ?? [];
    if (id === undefined) return answers[`${method} ${kind}`]?.(asked) ?? none;
    if (kind === "v2/orders") return orderAt(Number(id));
    return kind === "v3/hooks" ? change(method, Number(id), asked.text) : none;
  };
  return { hooks, orders, products, reply };
}
