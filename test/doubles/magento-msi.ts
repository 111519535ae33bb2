import { MAGENTO, MAGENTO_ORDER_ITEM } from "../connectors/published/magento.ts";
import { operationOf } from "./platforms/magento-bodies.ts";
import type { Received, Reply } from "./shops.ts";

type Kind = "sources" | "legacy";

interface Item {
  item_id: number;
  parent_item_id?: number;
  sku: string;
  product_type: string;
  is_virtual: 0 | 1;
  qty_ordered: number;
  qty_invoiced: number;
  qty_shipped: number;
  qty_refunded: number;
  qty_canceled: number;
}

interface Order {
  entity_id: number;
  state: string;
  created_at: string;
  updated_at: string;
  items: Item[];
}

const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
const NO_ROUTE: Reply = { status: 404, json: { message: "Request does not match any route." } };
const only = (names: string, from: object) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.split(/\s+/).includes(name)));

/**
 * The stock and the orders of a Magento as 2.4.7-p3 with magento/inventory has them. With sources an order reserves, a shipment
 * lowers the source and ends the reservation; a cancellation ends it, too. A refund lowers the source by what was not shipped, as
 * if it had been, and puts nothing back. Without sources the quantity falls with the order and rises with what is cancelled.
 */
export function openMagento(kind: Kind, startMs: number) {
  const quantities = new Map<string, number>();
  const reserved = new Map<string, number>();
  const orders: Order[] = [];
  let nowMs = startMs;
  let nextId = 1;
  const add = (to: Map<string, number>, sku: string, by: number) => to.set(sku, (to.get(sku) ?? 0) + by);
  const touch = (order: Order) => {
    nowMs += 1_000;
    order.updated_at = timeText(nowMs);
    const isThrough = order.items.every(
      (each) => each.qty_ordered <= each.qty_shipped + each.qty_canceled + each.qty_refunded,
    );
    const isCancelled = order.items.every((each) => each.qty_canceled === each.qty_ordered);
    if (isThrough) order.state = isCancelled ? "canceled" : "complete";
  };
  const leftOf = (item: Item) =>
    Math.max(0, item.qty_ordered - item.qty_canceled - item.qty_shipped - item.qty_refunded);
  /** What an order takes, or gives back while it has not left. */
  const sell = (sku: string, units: number) => add(kind === "sources" ? reserved : quantities, sku, -units);

  const shop = {
    quantityOf: (sku: string) => quantities.get(sku) ?? 0,
    /** What can be sold. */
    salableOf: (sku: string) => (quantities.get(sku) ?? 0) + (reserved.get(sku) ?? 0),
    orders,
    order(sku: string, units: number, more: Partial<Item> = {}): Order {
      nowMs += 1_000;
      const ids = { item_id: nextId++ };
      const none = { qty_invoiced: 0, qty_shipped: 0, qty_refunded: 0, qty_canceled: 0 };
      const item: Item = { ...ids, sku, product_type: "simple", is_virtual: 0, qty_ordered: units, ...none, ...more };
      const [created_at, updated_at] = [timeText(nowMs), timeText(nowMs)];
      const order: Order = { entity_id: nextId++, state: "new", created_at, updated_at, items: [item] };
      orders.push(order);
      sell(sku, units);
      return order;
    },
    ship(order: Order, units: number) {
      for (const item of order.items) {
        const gone = Math.min(units, leftOf(item));
        item.qty_shipped += gone;
        item.qty_invoiced = Math.max(item.qty_invoiced, item.qty_shipped);
        if (kind === "legacy") continue;
        add(quantities, item.sku, -gone);
        add(reserved, item.sku, gone);
      }
      if (order.state === "new") order.state = "processing";
      touch(order);
    },
    cancel(order: Order) {
      for (const item of order.items) {
        const left = leftOf(item);
        item.qty_canceled += left;
        sell(item.sku, -left);
      }
      touch(order);
    },
    /** A refund of goods that have not left, then of those that have: the shop puts none of them back. */
    refund(order: Order, units: number) {
      for (const item of order.items) {
        const back = Math.min(units, item.qty_ordered - item.qty_canceled - item.qty_refunded);
        const gone = kind === "sources" ? Math.min(back, leftOf(item)) : 0;
        add(quantities, item.sku, -gone);
        add(reserved, item.sku, gone);
        item.qty_refunded += back;
      }
      touch(order);
    },
  };

  function ordersAnswer(query: URLSearchParams): Reply {
    const filter = "searchCriteria[filter_groups][0][filters][0]";
    const [field, type, value = ""] = ["field", "condition_type", "value"].map((name) =>
      query.get(`${filter}[${name}]`),
    );
    const isFound = (order: Order) => {
      if (field === null) return true;
      if (field === "updated_at" && type === "gteq") return order.updated_at >= (value ?? "");
      return field === "entity_id" && type === "in" && (value ?? "").split(",").includes(String(order.entity_id));
    };
    const size = Number(query.get("searchCriteria[pageSize]"));
    const page = Number(query.get("searchCriteria[currentPage]") ?? 1);
    const found = orders.filter(isFound).toSorted((one, other) => one.entity_id - other.entity_id);
    // Of a page after the last one Magento answers the last one.
    const at = Math.min(page, Math.max(1, Math.ceil(found.length / size))) - 1;
    const items = found.slice(at * size, (at + 1) * size).map((order) => ({
      ...only(MAGENTO["GET /V1/orders"]?.each ?? "", order),
      items: order.items.map((item) => only(MAGENTO_ORDER_ITEM, item)),
    }));
    return { json: { items, total_count: found.length } };
  }

  function withoutSources(operation: string, path: string, body: unknown): Reply {
    const sku = decodeURIComponent(/(?:products|stockItems)\/([^/?]+)/.exec(path)?.[1] ?? "");
    if (operation === "GET /V1/stockItems/{productSku}") return { json: { qty: quantities.get(sku) ?? 0 } };
    if (!operation.startsWith("PUT ")) return NO_ROUTE;
    quantities.set(sku, Object(body).stockItem.qty);
    return { json: 1 };
  }

  const withSources: Record<string, (body: unknown) => Reply> = {
    "GET /V1/inventory/sources": () => ({ json: { items: [{ source_code: "default" }], total_count: 1 } }),
    "GET /V1/inventory/source-items": () => ({
      json: { items: [...quantities].map(([sku, quantity]) => ({ sku, source_code: "default", quantity })) },
    }),
    "POST /V1/inventory/source-items": (body) => {
      for (const { sku, quantity } of Object(body).sourceItems) quantities.set(sku, quantity);
      return { json: [] };
    },
  };

  const ofProducts: Record<string, (query: URLSearchParams, body: unknown) => Reply> = {
    "GET /V1/orders": ordersAnswer,
    "PUT /V1/products/{sku}": (_, body) => {
      const { sku, extension_attributes: more } = Object(body).product;
      if (more?.stock_item) quantities.set(sku, more.stock_item.qty);
      return { json: { id: 1, sku } };
    },
    "GET /V1/products": (query) => {
      const skus = query.get("searchCriteria[filter_groups][0][filters][0][value]")?.split(",") ?? [];
      return { json: { items: skus.filter((sku) => quantities.has(sku)).map((sku) => ({ sku })) } };
    },
  };

  const reply = ({ method, path, text }: Received): Reply => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    const { operation } = operationOf(method, pathname);
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const known = ofProducts[operation]?.(searchParams, body);
    if (known) return known;
    return kind === "legacy" ? withoutSources(operation, path, body) : (withSources[operation]?.(body) ?? NO_ROUTE);
  };
  return { ...shop, reply };
}
