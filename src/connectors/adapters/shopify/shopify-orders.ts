import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { News, OrderNews, ReportedLine } from "../../orders/order-news.ts";

// Source: https://shopify.dev/docs/api/webhooks, topics `orders/*` and `refunds/create`;
// https://shopify.dev/docs/api/admin-graphql, `orders`. An order takes from the stock when it is made, paid or not.
export const gid = (kind: "Product" | "ProductVariant", id: unknown) => {
  const text = textOf(id);
  return text === undefined ? [] : [text.startsWith("gid:") ? text : `gid://shopify/${kind}/${text}`];
};
/** The number at the end of an id, by which webhooks and the Admin API name the same resource. */
export const numberIn = (id: unknown): string => textOf(id)?.split("/").at(-1) ?? "";

export interface Refunded {
  lineId: string;
  quantity: number;
  isRestocked: boolean;
}

export const refundedOf = (line: unknown, lineId: unknown, type: unknown): Refunded => ({
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
export function orderOf(
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
