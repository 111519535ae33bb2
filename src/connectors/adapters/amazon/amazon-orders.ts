import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";

// Source: https://github.com/amzn/selling-partner-api-models, models/orders-api-model/orders_2026-01-01.json: searchOrders answers
// orders with their items. Amazon lowers what it offers when an order is placed; a refund puts nothing back. What Amazon sends
// from its own warehouses is none of the stock here. One request in three minutes after the first twenty.
const ORDERS = "orders/2026-01-01/orders";
const PAGE = 100;
/** In the order in which an order has them: of two with the same time the later one is the newer. */
const STATES = [
  ...["PENDING_AVAILABILITY", "PENDING", "UNSHIPPED", "PARTIALLY_SHIPPED", "SHIPPED", "UNFULFILLABLE", "CANCELLED"],
];
const TAKES_NOTHING = new Set(["UNFULFILLABLE", "CANCELLED"]);
export const NO_ORDERS =
  "The app may not read orders: sales on Amazon cannot be read here. Ask for the role Inventory and Order Tracking.";

const countOf = (value: unknown): number | undefined => {
  const count = numberOf(value);
  return count === undefined ? undefined : Math.max(0, count);
};

/** Of an item that was cancelled only what had been sent before is gone. */
function heldOf(item: unknown, ordered: number): number {
  const sent = countOf(member(item, "fulfillment", "quantityFulfilled"));
  if (member(item, "cancellation", "cancellationExecution") !== undefined) return sent ?? 0;
  const left = countOf(member(item, "fulfillment", "quantityUnfulfilled"));
  return sent === undefined || left === undefined ? ordered : Math.min(ordered, sent + left);
}

function lineOf(item: unknown, index: number, isSold: boolean): ReportedLine {
  const quantity = countOf(member(item, "quantityOrdered")) ?? 0;
  const sku = textOf(member(item, "product", "sellerSku"));
  return {
    id: textOf(member(item, "orderItemId")) ?? String(index),
    externalIds: sku === undefined ? [] : [sku],
    sku: sku ?? null,
    quantity,
    held: isSold ? heldOf(item, quantity) : 0,
  };
}

/** An order that the seller sends; of goods without a SKU of theirs it has none of ours. */
function amazonOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "orderId"));
  if (id === undefined || member(order, "fulfillment", "fulfilledBy") === "AMAZON") return [];
  const status = textOf(member(order, "fulfillment", "fulfillmentStatus")) ?? "PENDING";
  const isSold = !TAKES_NOTHING.has(status);
  const takenAtMs = timeOf(member(order, "createdTime"));
  return [
    {
      ...{ id, status, takenAtMs, refundIds: [] },
      changedAtMs: timeOf(member(order, "lastUpdatedTime")) ?? takenAtMs,
      rank: STATES.indexOf(status) + 1,
      lines: listOf(member(order, "orderItems"))
        .map((item, index) => lineOf(item, index, isSold))
        .filter(({ sku }) => sku !== null),
    },
  ];
}

/** A page of the seller's own orders on a marketplace that have changed since. `call` asks Amazon. */
export async function ordersOf(
  call: (path: string) => Promise<unknown>,
  { marketplace, sinceMs, cursor }: { marketplace: string; sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const query = new URLSearchParams({
    lastUpdatedAfter: new Date(sinceMs).toISOString(),
    marketplaceIds: marketplace,
    fulfilledBy: "MERCHANT",
    includedData: "FULFILLMENT,CANCELLATION",
    maxResultsPerPage: String(PAGE),
    ...(cursor !== null && { paginationToken: cursor }),
  });
  const found = await call(`${ORDERS}?${query}`);
  const next = textOf(member(found, "pagination", "nextToken"));
  return { orders: listOf(member(found, "orders")).flatMap(amazonOrder), next: next ?? null };
}

/** Whether the app may read orders. `statusOf` asks Amazon; that it is asked too often says that it may. */
export async function mayReadOrders(
  statusOf: (path: string, accepts: (status: number) => boolean) => Promise<number>,
  { marketplace, nowMs }: { marketplace: string; nowMs: number },
): Promise<boolean> {
  const query = new URLSearchParams({
    lastUpdatedAfter: new Date(nowMs).toISOString(),
    marketplaceIds: marketplace,
    maxResultsPerPage: "1",
  });
  const isAnswer = (status: number) => status < 500 && status !== 401;
  return (await statusOf(`${ORDERS}?${query}`, isAnswer)) !== 403;
}
