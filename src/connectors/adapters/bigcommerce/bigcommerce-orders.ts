import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { call } from "./bigcommerce-call.ts";

// Source: https://developer.bigcommerce.com/docs/rest-management/orders (V2): the lines of an order stand in its consignments
const WHOLE = "include=consignments.line_items&consignment_structure=object";
const PAGE = 50;
/** Statuses in the order in which an order has them: of two with the same time the later one is the newer. */
const STATUSES = [0, 1, 7, 12, 11, 9, 8, 3, 2, 10, 13, 14, 6, 5, 4];
/** Incomplete, declined, cancelled and refunded ones: the shop has taken nothing for them, or put it back. */
const HOLDS_NOTHING = new Set([0, 4, 5, 6]);

/** BigCommerce writes times of orders as mails do (RFC 2822). */
function timeIn(value: unknown): number | null {
  const ms = Date.parse(textOf(value) ?? "");
  return Number.isFinite(ms) ? ms : null;
}

/** The goods of an order, however they reach the customer; gift certificates are none. */
const linesOf = (order: unknown): unknown[] =>
  ["pickups", "shipping", "downloads"].flatMap((kind) =>
    listOf(member(order, "consignments", kind)).flatMap((each) => listOf(member(each, "line_items"))),
  );

const lineOf = (line: unknown, index: number, holds: boolean): ReportedLine => {
  const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
  // Goods that somebody has typed in have no product.
  const productId = numberOf(member(line, "product_id")) ? textOf(member(line, "product_id")) : undefined;
  return {
    id: textOf(member(line, "id")) ?? String(index),
    externalIds: productId === undefined ? [] : [productId],
    sku: textOf(member(line, "sku")) ?? null,
    quantity,
    held: holds ? quantity : 0,
  };
};

/** An order of BigCommerce; a partial refund puts nothing back there. */
function bigcommerceOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "id"));
  if (id === undefined) return [];
  const statusId = numberOf(member(order, "status_id")) ?? STATUSES.length;
  const holds = !HOLDS_NOTHING.has(statusId);
  const lines = linesOf(order).map((line, index) => lineOf(line, index, holds));
  return [
    {
      id,
      status: textOf(member(order, "status")) ?? String(statusId),
      changedAtMs: timeIn(member(order, "date_modified")),
      takenAtMs: timeIn(member(order, "date_created")),
      rank: STATUSES.indexOf(statusId) + 1,
      refundIds: [],
      lines: lines.filter(({ externalIds, sku }) => externalIds.length > 0 || sku !== null),
    },
  ];
}

/** A page of the orders that have changed since. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const since = encodeURIComponent(new Date(sinceMs).toISOString());
  const path = `orders?min_date_modified=${since}&sort=date_modified:asc&limit=${PAGE}&page=${page}&${WHOLE}`;
  const found = listOf(await call(api, path, {}, { version: "v2" }));
  return { orders: found.flatMap(bigcommerceOrder), next: found.length < PAGE ? null : String(page + 1) };
}

/** Orders by their ids, each in a request of its own. */
export async function readOrders(api: Api, ids: readonly string[]): Promise<OrderNews[]> {
  const found: OrderNews[] = [];
  const isRead = (status: number) => status < 400 || status === 404;
  for (const id of ids) {
    const path = `orders/${encodeURIComponent(id)}?${WHOLE}`;
    found.push(...bigcommerceOrder(await call(api, path, {}, { version: "v2", accepts: isRead })));
  }
  return found;
}
