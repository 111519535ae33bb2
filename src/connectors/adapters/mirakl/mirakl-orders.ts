import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { call } from "./mirakl-imports.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : OR11. A refund alone puts no goods back.
const PAGE = 100;
export const NO_ORDERS =
  "The key may not read orders: sales of the marketplace cannot be read here. Its user needs the right to see orders.";
/** The states of orders and their lines, in their order. */
const STATES = [
  ...["STAGING", "WAITING_ACCEPTANCE", "WAITING_DEBIT", "WAITING_DEBIT_PAYMENT", "SHIPPING", "SHIPPED", "TO_COLLECT"],
  ...["RECEIVED", "CLOSED", "REFUSED", "CANCELED"],
];
/** What the operator still examines, and what is not sold. */
const TAKES_NOTHING = new Set(["STAGING", "REFUSED", "CANCELED"]);

const countOf = (value: unknown): number => Math.max(0, numberOf(member(value, "quantity")) ?? 0);

function lineOf(line: unknown, index: number, stateOfOrder: string): ReportedLine {
  const quantity = countOf(line);
  const sku = textOf(member(line, "offer_sku"));
  const states = [stateOfOrder, textOf(member(line, "order_line_state")) ?? stateOfOrder];
  const cancelled = listOf(member(line, "cancelations")).reduce<number>((sum, each) => sum + countOf(each), 0);
  return {
    id: textOf(member(line, "order_line_id")) ?? String(index),
    externalIds: sku === undefined ? [] : [sku],
    sku: sku ?? null,
    quantity,
    held: states.some((state) => TAKES_NOTHING.has(state)) ? 0 : Math.max(0, quantity - cancelled),
  };
}

function miraklOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "order_id"));
  if (id === undefined) return [];
  const status = textOf(member(order, "order_state")) ?? "STAGING";
  const takenAtMs = timeOf(member(order, "created_date"));
  return [
    {
      ...{ id, status, takenAtMs, refundIds: [] },
      changedAtMs: timeOf(member(order, "last_updated_date")) ?? takenAtMs,
      rank: STATES.indexOf(status) + 1,
      lines: listOf(member(order, "order_lines")).map((line, index) => lineOf(line, index, status)),
    },
  ];
}

/** A page of the seller's orders that have changed since. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const offset = Number(cursor ?? 0);
  const query = new URLSearchParams({
    start_update_date: new Date(sinceMs).toISOString(),
    max: String(PAGE),
    offset: String(offset),
  });
  const found = (await call(api, `orders?${query}`)).json();
  const next = offset + PAGE < (numberOf(member(found, "total_count")) ?? 0) ? String(offset + PAGE) : null;
  return { orders: listOf(member(found, "orders")).flatMap(miraklOrder), next };
}
