import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { answerOf, call } from "./ebay-call.ts";

// Source: https://developer.ebay.com/api-docs/sell/fulfillment/resources/order/methods/getOrders. An order takes its goods when it is
// placed; a refund alone puts none back.
const ORDERS = "sell/fulfillment/v1/order";
const PAGE = 200;
/** A page begins this number of orders before the end of the one before: one that changes meanwhile moves, and the others with it. */
const AGAIN = 20;
const STATES = ["NONE_REQUESTED", "IN_PROGRESS", "CANCELED"];
const CANCELED = "CANCELED";

const lineOf = (line: unknown, index: number, isCancelled: boolean): ReportedLine => {
  const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
  const sku = textOf(member(line, "sku"));
  return {
    id: textOf(member(line, "lineItemId")) ?? String(index),
    externalIds: sku === undefined ? [] : [sku],
    sku: sku ?? null,
    quantity,
    held: isCancelled ? 0 : quantity,
  };
};

/** An order of eBay; goods that were listed without a SKU are none of ours. */
function ebayOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "orderId"));
  if (id === undefined) return [];
  const state = textOf(member(order, "cancelStatus", "cancelState")) ?? "NONE_REQUESTED";
  const lines = listOf(member(order, "lineItems")).map((line, index) => lineOf(line, index, state === CANCELED));
  const paid = textOf(member(order, "orderPaymentStatus")) ?? "PENDING";
  return [
    {
      id,
      status: state === CANCELED ? state : paid,
      changedAtMs: timeOf(member(order, "lastModifiedDate")) ?? timeOf(member(order, "creationDate")),
      takenAtMs: timeOf(member(order, "creationDate")),
      rank: STATES.indexOf(state) + 1,
      refundIds: [],
      lines: lines.filter(({ sku }) => sku !== null),
    },
  ];
}

/** A page of the orders that have changed since. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const offset = Number(cursor ?? 0);
  const query = new URLSearchParams({
    filter: `lastmodifieddate:[${new Date(sinceMs).toISOString()}..]`,
    limit: String(PAGE),
    offset: String(offset),
  });
  const found = await call(api, `${ORDERS}?${query}`);
  const total = numberOf(member(found, "total")) ?? 0;
  const next = offset + PAGE < total ? String(offset + PAGE - AGAIN) : null;
  return { orders: listOf(member(found, "orders")).flatMap(ebayOrder), next };
}

/** Orders by their ids, at most fifty; those of other sellers are left out. */
export async function readOrders(api: Api, ids: readonly string[]): Promise<OrderNews[]> {
  const query = new URLSearchParams({ orderIds: ids.join(",") });
  const answer = await answerOf(api, `${ORDERS}?${query}`, {}, (status) => status < 400 || status === 404);
  return answer.status === 404 ? [] : listOf(member(answer.json(), "orders")).flatMap(ebayOrder);
}

/** Whether the seller has agreed that orders are read. */
export const mayRead = async (api: Api): Promise<boolean> =>
  (await answerOf(api, `${ORDERS}?limit=1`, {}, (status) => status < 400 || status === 403)).status !== 403;
