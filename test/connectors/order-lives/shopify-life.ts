import { type Below, type Life, type LifeLine, linesOf, oneOf, type Report, START_MS } from "./life.ts";

// By https://shopify.dev/docs/api/webhooks (`orders/*`, `refunds/create`) and the Admin API's Order, 2026-10: an order takes when it is
// made, paid or not; `current_quantity` is without what was refunded, removed or cancelled; `restock_type` says what came back.
const at = (ms: number) => new Date(ms).toISOString().replace(".000Z", "+00:00");

interface Refund {
  id: number;
  lines: { line: LifeLine; quantity: number; type: "no_restock" | "cancel" | "return" }[];
}

/** An order of Shopify. A refund is sent by itself, and by its order. */
export function shopifyLife(id: number, skus: readonly string[], below: Below): Life {
  const lines = linesOf(id, skus, below).map((line) => ({ ...line, current: line.quantity }));
  for (const line of lines) line.taken = line.quantity;
  const createdMs = START_MS + below(1_000_000) * 1_000;
  let atMs = createdMs;
  let financial = "pending";
  let cancelledAt: string | null = null;
  const refunds: Refund[] = [];
  const reports: Report[] = [];
  const refundBody = (refund: Refund) => ({
    ...{ id: refund.id, order_id: id, created_at: at(atMs), restock: true },
    refund_line_items: refund.lines.map(({ line, quantity, type }, place) => ({
      ...{ id: refund.id * 10 + place, quantity, line_item_id: line.id, restock_type: type, location_id: 1 },
    })),
  });
  const report = (topic: string) => {
    const body = {
      ...{
        id,
        created_at: at(createdMs),
        updated_at: at(atMs),
        cancelled_at: cancelledAt,
        financial_status: financial,
      },
      refunds: refunds.map(refundBody),
      line_items: lines.map((line) => ({
        ...{ id: line.id, product_id: 7, variant_id: 8, sku: line.sku },
        ...{ quantity: line.quantity, current_quantity: line.current },
      })),
    };
    const listed = {
      ...{ id: `gid://shopify/Order/${id}`, createdAt: at(createdMs), updatedAt: at(atMs), cancelledAt },
      displayFinancialStatus: financial.toUpperCase(),
      lineItems: {
        nodes: lines.map((line) => ({
          ...{ id: `gid://shopify/LineItem/${line.id}`, sku: line.sku, quantity: line.quantity },
          ...{ currentQuantity: line.current, product: { id: "gid://shopify/Product/7" }, variant: null },
        })),
      },
      refunds: refunds.map((refund) => ({
        id: `gid://shopify/Refund/${refund.id}`,
        refundLineItems: {
          nodes: refund.lines.map(({ line, quantity, type }) => ({
            ...{ quantity, restockType: type.toUpperCase(), lineItem: { id: `gid://shopify/LineItem/${line.id}` } },
          })),
        },
      })),
    };
    reports.push({ sent: { topic, body }, listed });
  };
  const typeOf = (isCancel: boolean) => {
    if (below(2) === 0) return "no_restock" as const;
    return isCancel ? ("cancel" as const) : ("return" as const);
  };
  const giveBack = (some: typeof lines, most: number, isCancel: boolean) => {
    const given = some.flatMap((line) => {
      const quantity = Math.min(line.current, most);
      const type = typeOf(isCancel);
      line.current -= quantity;
      if (type !== "no_restock") line.taken -= quantity;
      return quantity === 0 ? [] : [{ line, quantity, type }];
    });
    if (given.length === 0) return;
    const refund: Refund = { id: id * 100 + refunds.length, lines: given };
    refunds.push(refund);
    reports.push({ sent: { topic: "refunds/create", body: refundBody(refund) } });
  };
  /** Pieces are added, or those that are left are taken out and go back into the stock. */
  const edit = () => {
    const line = oneOf(lines, below);
    const by = below(2) === 0 ? 1 + below(3) : -below(line.current + 1);
    line.current += by;
    line.taken += by;
    if (by > 0) line.quantity += by;
  };
  report("orders/create");
  for (let step = below(6); step > 0 && cancelledAt === null; step--) {
    atMs += 1_000 * (1 + below(60));
    const what = below(5);
    if (what === 0) edit();
    else if (what === 1) financial = oneOf(["paid", "pending", "voided"], below);
    else if (what < 4) giveBack([oneOf(lines, below)], 1 + below(3), false);
    else {
      cancelledAt = at(atMs);
      giveBack(lines, Number.POSITIVE_INFINITY, true);
    }
    report(cancelledAt === null ? "orders/updated" : "orders/cancelled");
  }
  return { reports, lines };
}
