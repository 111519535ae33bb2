import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { call } from "./shopware-call.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : order, with its lines and its state. An order takes its stock when it is
// placed and gives it back when it is cancelled.
const PAGE = 50;
const STATES = ["open", "in_progress", "completed", "cancelled"];
const WHOLE = { lineItems: {}, stateMachineState: {} };

const lineOf = (line: unknown, index: number, isCancelled: boolean): ReportedLine => {
  const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
  const productId = textOf(member(line, "productId"));
  return {
    id: textOf(member(line, "id")) ?? String(index),
    externalIds: productId === undefined ? [] : [productId],
    sku: textOf(member(line, "payload", "productNumber")) ?? null,
    quantity,
    held: isCancelled ? 0 : quantity,
  };
};

/** An order of Shopware; its lines that are no goods (promotions, credits) are left out. */
function shopwareOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "id"));
  if (id === undefined) return [];
  const status = textOf(member(order, "stateMachineState", "technicalName")) ?? "open";
  const goods = listOf(member(order, "lineItems")).filter((line) => member(line, "type") === "product");
  return [
    {
      id,
      status,
      changedAtMs: timeOf(member(order, "updatedAt")) ?? timeOf(member(order, "createdAt")),
      takenAtMs: timeOf(member(order, "orderDateTime")),
      rank: STATES.indexOf(status) + 1,
      refundIds: [],
      lines: goods.map((line, index) => lineOf(line, index, status === "cancelled")),
    },
  ];
}

const ordersOf = async (api: Api, criteria: object): Promise<unknown[]> =>
  listOf(
    member(await call(api, "search/order", { method: "POST", json: { ...criteria, associations: WHOLE } }), "data"),
  );

/** A page of the orders that were made or have changed since. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const gte = new Date(sinceMs).toISOString();
  const queries = ["createdAt", "updatedAt"].map((field) => ({ type: "range", field, parameters: { gte } }));
  const found = await ordersOf(api, {
    ...{ page, limit: PAGE, sort: [{ field: "id", order: "ASC" }] },
    filter: [{ type: "multi", operator: "or", queries }],
  });
  return { orders: found.flatMap(shopwareOrder), next: found.length < PAGE ? null : String(page + 1) };
}

/** Orders by their ids. */
export const readOrders = async (api: Api, ids: readonly string[]): Promise<OrderNews[]> =>
  (await ordersOf(api, { limit: ids.length, ids })).flatMap(shopwareOrder);
