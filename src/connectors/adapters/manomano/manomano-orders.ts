import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";

// Source: https://developer.manomano.com/ (orders), by public clients that read them: https://github.com/exewen/manomano-php-sdk,
// https://github.com/etail-agency/etail_marketplaces_sdk. What the seller refuses comes back; a refund does not say whether the goods do.
const PAGE = 50;
export const NO_ORDERS =
  "The key may not read orders: sales of the marketplace cannot be read here. Make another one in the toolbox, under Parameters, Api Keys.";
/** In the order in which an order has them. */
const STATES = [
  ...["PENDING", "WAITING_PAYMENT", "REMORSE_PERIOD", "ACCEPTED", "PREPARATION", "SHIPPED", "CLOSED", "REFUNDING"],
  ...["REFUNDED", "REFUSED", "CANCELLED"],
];
const TAKES_NOTHING = new Set(["REFUSED", "CANCELLED"]);

/** Lines have no id: their SKU names them, and one that is there again has a number. */
function linesOf(order: unknown, isSold: boolean): ReportedLine[] {
  const seen = new Map<string, number>();
  return listOf(member(order, "products")).map((product): ReportedLine => {
    const quantity = Math.max(0, numberOf(member(product, "quantity")) ?? 0);
    const sku = textOf(member(product, "seller_sku")) ?? "";
    const count = (seen.get(sku) ?? 0) + 1;
    seen.set(sku, count);
    return {
      id: count === 1 ? sku : `${sku} ${count}`,
      externalIds: sku === "" ? [] : [sku],
      sku: sku === "" ? null : sku,
      quantity,
      held: isSold ? quantity : 0,
    };
  });
}

function manomanoOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "order_reference"));
  if (id === undefined) return [];
  const status = textOf(member(order, "status")) ?? "PENDING";
  const takenAtMs = timeOf(member(order, "created_at"));
  return [
    {
      ...{ id, status, takenAtMs, refundIds: [] },
      changedAtMs: timeOf(member(order, "status_updated_at")) ?? takenAtMs,
      rank: STATES.indexOf(status) + 1,
      lines: linesOf(order, !TAKES_NOTHING.has(status)),
    },
  ];
}

/** ManoMano takes times without fractions of seconds. */
const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

/** A page of the orders of a contract whose state has changed since. `ask` sends a question. */
export async function ordersOf(
  ask: (path: string) => Promise<unknown>,
  { contract, sinceMs, cursor }: { contract: string; sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({
    seller_contract_id: contract,
    status_updated_at_start: timeText(sinceMs),
    page: String(page),
    limit: String(PAGE),
  });
  const found = await ask(`orders/v1/orders?${query}`);
  const all = listOf(member(found, "content"));
  const isNamed = textOf(member(found, "pagination", "links", "next")) !== undefined;
  const isMore = all.length > 0 && (isNamed || all.length >= PAGE);
  return { orders: all.flatMap(manomanoOrder), next: isMore ? String(page + 1) : null };
}
