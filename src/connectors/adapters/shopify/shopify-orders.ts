import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { News, OrderNews, ReportedLine } from "../../orders/order-news.ts";
import { query } from "./query.ts";

// Source: https://shopify.dev/docs/api/webhooks, topics `orders/*` and `refunds/create`;
// https://shopify.dev/docs/api/admin-graphql, `orders`. An order takes from the stock when it is made, paid or not.
const PAGE = 50;
const LINES_MAX = 100;
const gid = (kind: "Product" | "ProductVariant", id: unknown) => {
  const text = textOf(id);
  return text === undefined ? [] : [text.startsWith("gid:") ? text : `gid://shopify/${kind}/${text}`];
};
/** The number at the end of an id, by which webhooks and the Admin API name the same resource. */
const numberIn = (id: unknown): string => textOf(id)?.split("/").at(-1) ?? "";

interface Refunded {
  lineId: string;
  quantity: number;
  isRestocked: boolean;
}

const refundedOf = (line: unknown, lineId: unknown, type: unknown): Refunded => ({
  lineId: numberIn(lineId),
  quantity: numberOf(member(line, "quantity")) ?? 0,
  isRestocked: !/^no_restock$/i.test(String(type)),
});

/** What a line holds: what is left of it, and what left the order without coming back. */
function heldOf(
  { quantity, current, isCancelled }: { quantity: number; current: number | undefined; isCancelled: boolean },
  refunded: readonly Refunded[],
): number {
  const sum = (some: readonly Refunded[]) => some.reduce((all, each) => all + each.quantity, 0);
  const lost = sum(refunded.filter(({ isRestocked }) => !isRestocked));
  if (isCancelled) return Math.min(quantity, lost);
  const left = current ?? quantity - sum(refunded);
  return Math.max(0, Math.min(quantity, left + lost));
}

const rankOf = (isCancelled: boolean, refunds: number): number => (isCancelled ? 1_000 : 0) + Math.min(999, refunds);

/** An order of which both APIs say the same in their own words. */
function orderOf(
  reported: { id: string; status: unknown; cancelledAt: unknown; updatedAt: unknown; createdAt: unknown },
  refunds: readonly { id: string; lines: readonly Refunded[] }[],
  lines: readonly (Omit<ReportedLine, "held"> & { current: number | undefined })[],
): OrderNews {
  const isCancelled = textOf(reported.cancelledAt) !== undefined;
  const refunded = refunds.flatMap((refund) => refund.lines);
  return {
    id: reported.id,
    status: isCancelled ? "cancelled" : (textOf(reported.status) ?? "open").toLowerCase(),
    changedAtMs: timeOf(reported.updatedAt),
    takenAtMs: timeOf(reported.createdAt),
    rank: rankOf(isCancelled, refunds.length),
    refundIds: refunds.map(({ id }) => id),
    lines: lines.map(({ current, ...line }) => {
      const own = refunded.filter(({ lineId }) => lineId === line.id);
      return { ...line, held: heldOf({ quantity: line.quantity, current, isCancelled }, own) };
    }),
  };
}

const refundIn = (refund: unknown) =>
  listOf(member(refund, "refund_line_items")).map((each) =>
    refundedOf(each, member(each, "line_item_id"), member(each, "restock_type")),
  );

/** A refund that is reported by itself. */
function refundOf(body: Record<string, unknown>): News | undefined {
  const orderId = textOf(body["order_id"]);
  if (orderId === undefined) return undefined;
  const back = refundIn(body).filter(({ isRestocked }) => isRestocked);
  const lines = back.map(({ lineId: id, quantity }) => ({ id, quantity }));
  return { id: textOf(body["id"]) ?? "", refundOf: orderId, lines };
}

/** What a webhook reports of an order; `undefined`: it is not one. */
export function shopifyOrder(body: Record<string, unknown>): News | undefined {
  if (Array.isArray(body["refund_line_items"])) return refundOf(body);
  const id = textOf(body["id"]);
  if (id === undefined || !Array.isArray(body["line_items"])) return undefined;
  const refunds = listOf(body["refunds"]).map((each) => ({ id: numberIn(member(each, "id")), lines: refundIn(each) }));
  const lines = listOf(body["line_items"]).map((line, index) => ({
    id: textOf(member(line, "id")) ?? String(index),
    externalIds: [...gid("Product", member(line, "product_id")), ...gid("ProductVariant", member(line, "variant_id"))],
    sku: textOf(member(line, "sku")) ?? null,
    quantity: numberOf(member(line, "quantity")) ?? 0,
    current: numberOf(member(line, "current_quantity")),
  }));
  const { financial_status: status, cancelled_at: cancelledAt, updated_at: updatedAt, created_at: createdAt } = body;
  return orderOf({ id, status, cancelledAt, updatedAt, createdAt }, refunds, lines);
}

const FIELDS = `id createdAt updatedAt cancelledAt displayFinancialStatus
  lineItems(first: ${LINES_MAX}) { nodes { id sku quantity currentQuantity product { id } variant { id } } }
  refunds(first: 50) { id refundLineItems(first: ${LINES_MAX}) { nodes { quantity restockType lineItem { id } } } }`;

function orderIn(node: unknown): OrderNews {
  const refunds = listOf(member(node, "refunds")).map((refund) => ({
    id: numberIn(member(refund, "id")),
    lines: listOf(member(refund, "refundLineItems", "nodes")).map((each) =>
      refundedOf(each, member(each, "lineItem", "id"), member(each, "restockType")),
    ),
  }));
  const lines = listOf(member(node, "lineItems", "nodes")).map((line) => ({
    id: numberIn(member(line, "id")),
    externalIds: [
      ...gid("Product", member(line, "product", "id")),
      ...gid("ProductVariant", member(line, "variant", "id")),
    ],
    sku: textOf(member(line, "sku")) ?? null,
    quantity: numberOf(member(line, "quantity")) ?? 0,
    current: numberOf(member(line, "currentQuantity")),
  }));
  const [status, cancelledAt] = [member(node, "displayFinancialStatus"), member(node, "cancelledAt")];
  const [updatedAt, createdAt] = [member(node, "updatedAt"), member(node, "createdAt")];
  return orderOf({ id: numberIn(member(node, "id")), status, cancelledAt, updatedAt, createdAt }, refunds, lines);
}

/** A page of the orders that have changed since. */
export async function shopifyOrders(api: Api, { sinceMs, cursor }: { sinceMs: number; cursor: string | null }) {
  const data = await query(
    api,
    `query orders($after: String, $filter: String) {
      orders(first: ${PAGE}, after: $after, query: $filter, sortKey: UPDATED_AT) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`,
    { after: cursor, filter: `updated_at:>='${new Date(sinceMs).toISOString()}'` },
  );
  const info = member(data, "orders", "pageInfo");
  return {
    orders: listOf(member(data, "orders", "nodes")).map(orderIn),
    next: member(info, "hasNextPage") === true ? (textOf(member(info, "endCursor")) ?? null) : null,
  };
}
