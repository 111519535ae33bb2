import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { call } from "./squarespace-call.ts";

// Source: https://developers.squarespace.com/commerce-apis/orders-overview (1.0): 50 a page, those that are charged, reserved or
// refunded. A refund alone puts no goods back.
const ORDERS = "1.0/commerce/orders";
const STATES = ["PENDING", "FULFILLED", "CANCELED"];
export const NO_ORDERS =
  "The key may not read orders: sales of the shop cannot be read here. Make one with Orders: Read Only.";

function lineOf(line: unknown, index: number, isSold: boolean): ReportedLine {
  const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
  const variantId = textOf(member(line, "variantId"));
  return {
    id: textOf(member(line, "id")) ?? String(index),
    externalIds: variantId === undefined ? [] : [variantId],
    sku: textOf(member(line, "sku")) ?? null,
    quantity,
    held: isSold ? quantity : 0,
  };
}

/** An order. One that was sold elsewhere and entered here, or only tried, takes nothing from the stock. */
function squarespaceOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "id"));
  if (id === undefined) return [];
  const status = textOf(member(order, "fulfillmentStatus")) ?? "PENDING";
  const isForeign = textOf(member(order, "externalOrderReference")) !== undefined;
  const isSold = status !== "CANCELED" && member(order, "testmode") !== true && !isForeign;
  const takenAtMs = timeOf(member(order, "createdOn"));
  const goods = listOf(member(order, "lineItems")).filter(
    (line) => member(line, "lineItemType") === "PHYSICAL_PRODUCT",
  );
  return [
    {
      ...{ id, status, takenAtMs, refundIds: [] },
      changedAtMs: timeOf(member(order, "modifiedOn")) ?? takenAtMs,
      rank: STATES.indexOf(status) + 1,
      lines: goods.map((line, index) => lineOf(line, index, isSold)),
    },
  ];
}

/** A page of the orders that have changed since. The cursor goes alone. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const between = { modifiedAfter: new Date(sinceMs).toISOString(), modifiedBefore: new Date().toISOString() };
  const found = await call(api, `${ORDERS}?${new URLSearchParams(cursor === null ? between : { cursor })}`);
  const pagination = member(found, "pagination");
  const next = member(pagination, "hasNextPage") === true ? textOf(member(pagination, "nextPageCursor")) : undefined;
  return { orders: listOf(member(found, "result")).flatMap(squarespaceOrder), next: next ?? null };
}

/** Whether the key may read orders. Throws when no one answers. */
export async function mayReadOrders(api: Api): Promise<boolean> {
  const moment = new Date();
  try {
    await orders(api, { sinceMs: moment.getTime() - 60_000, cursor: null });
    return true;
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== "unreachable") return false;
    throw error;
  }
}
