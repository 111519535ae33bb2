import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";

// Source: https://developer.octopia-io.net/api-reference/ (orders), by public clients that read them:
// https://github.com/gitfcankaya/cdiscount-sdk, https://github.com/exewen/cdiscount-php-sdk. What Cdiscount sends from its own
// warehouses (supplyMode) is none of the stock here; a refund alone puts nothing back.
const PAGE = 100;
export const NO_ORDERS =
  "The client may not read orders: sales of the marketplace cannot be read here. Ask Octopia for one that may manage orders.";
/** In the order in which an order has them. */
const STATES = [
  ...["Processing", "WaitingAcceptance", "Accepted", "InPreparation", "Shipped", "Delivered"],
  ...["Refused", "Rejected", "Cancelled"],
];
const TAKES_NOTHING = new Set(["Refused", "Rejected", "Cancelled"]);
const BY_CDISCOUNT = "Fulfillment";

function lineOf(line: unknown, index: number, stateOfOrder: string): ReportedLine[] {
  if (member(line, "offer", "supplyMode") === BY_CDISCOUNT) return [];
  const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
  const sku = textOf(member(line, "offer", "sellerProductId"));
  const states = [stateOfOrder, textOf(member(line, "status")) ?? stateOfOrder];
  return [
    {
      id: textOf(member(line, "orderLineId")) ?? String(index),
      externalIds: sku === undefined ? [] : [sku],
      sku: sku ?? null,
      quantity,
      held: states.some((state) => TAKES_NOTHING.has(state)) ? 0 : quantity,
    },
  ];
}

function octopiaOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "orderId"));
  if (id === undefined) return [];
  const status = textOf(member(order, "status")) ?? "Processing";
  const takenAtMs = timeOf(member(order, "createdAt")) ?? timeOf(member(order, "purchasedAt"));
  const lines = listOf(member(order, "lines")).flatMap((line, index) => lineOf(line, index, status));
  if (lines.length === 0) return [];
  const changedAtMs = timeOf(member(order, "updatedAt")) ?? takenAtMs;
  return [{ id, status, takenAtMs, changedAtMs, refundIds: [], rank: STATES.indexOf(status) + 1, lines }];
}

/** A page of the seller's orders that have changed since. `ask` sends a question. */
export async function ordersOf(
  ask: (path: string) => Promise<unknown>,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({
    updatedAtMin: new Date(sinceMs).toISOString(),
    pageIndex: String(page),
    pageSize: String(PAGE),
  });
  const found = listOf(member(await ask(`orders?${query}`), "items"));
  return { orders: found.flatMap(octopiaOrder), next: found.length < PAGE ? null : String(page + 1) };
}
