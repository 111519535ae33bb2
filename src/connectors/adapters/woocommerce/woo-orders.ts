import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, ReportedLine } from "../../orders/order-news.ts";

// Source: https://woocommerce.github.io/woocommerce-rest-api-docs/#orders. What a line has taken from the stock stands in its
// meta data `_reduced_stock`, where the shop shows it; else the status says it: a pending, failed or cancelled order takes nothing.
const TAKING = new Set(["processing", "completed", "on-hold"]);
const RANKS = [
  "checkout-draft",
  "pending",
  "on-hold",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "refunded",
  "trash",
];

/** What is read of an order. */
export const ORDER_FIELDS =
  "id,status,date_created_gmt,date_modified_gmt,date_paid_gmt,date_modified,line_items,refunds";

/** What the shop notes at a line of what it has taken, and of what it has put back. */
const SHOWN = ["_reduced_stock", "_restock_refunded_items"];

const metaOf = (line: unknown, key: string): unknown =>
  member(
    listOf(member(line, "meta_data")).find((each) => member(each, "key") === key),
    "value",
  );

/** Ids of a shop begin with 1: 0 means none. */
const idsOf = (...ids: readonly unknown[]): string[] =>
  ids.flatMap((id) => (numberOf(id) === 0 ? [] : (textOf(id) ?? [])));

/** An order of WooCommerce; `undefined`: it is none. */
export function wooCommerceOrder(body: unknown): OrderNews | undefined {
  const id = textOf(member(body, "id"));
  const all = member(body, "line_items");
  if (id === undefined || !Array.isArray(all)) return undefined;
  const status = textOf(member(body, "status")) ?? "processing";
  const lines = listOf(all);
  const isShown = lines.some((line) => SHOWN.some((key) => metaOf(line, key) !== undefined));
  return {
    id,
    status,
    changedAtMs: timeOf(member(body, "date_modified_gmt")) ?? timeOf(member(body, "date_modified")),
    takenAtMs: timeOf(member(body, "date_paid_gmt")) ?? timeOf(member(body, "date_created_gmt")),
    rank: (RANKS.indexOf(status) + 1) * 1_000 + listOf(member(body, "refunds")).length,
    refundIds: [],
    lines: lines.map((line, index): ReportedLine => {
      const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
      const shown = numberOf(metaOf(line, "_reduced_stock"));
      const isTaking = TAKING.has(status) && !isShown;
      return {
        id: textOf(member(line, "id")) ?? String(index),
        externalIds: idsOf(member(line, "product_id"), member(line, "variation_id")),
        sku: textOf(member(line, "sku")) ?? null,
        quantity,
        held: Math.max(0, shown ?? (isTaking ? quantity : 0)),
      };
    }),
  };
}
