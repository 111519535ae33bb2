import { type Below, type Life, linesOf, oneOf, type Report, START_MS } from "./life.ts";

// As a WooCommerce 11.0.1 keeps orders (seen on 2026-12-01): processing, completed and on-hold take what no status before has taken,
// pending and cancelled give it back, failed and refunded leave it. A line says what it has taken in its meta data.
const TAKING = new Set(["processing", "completed", "on-hold"]);
const GIVING = new Set(["pending", "cancelled"]);
/** Of two changes within a second the later one is one of these. */
const STEPS: Readonly<Record<string, string>> = {
  pending: "processing",
  "on-hold": "processing",
  processing: "completed",
};

const gmt = (atMs: number) => new Date(atMs).toISOString().slice(0, -5);

/** An order of WooCommerce. Its webhooks send it as a pull reads it. */
export function wooLife(id: number, skus: readonly string[], below: Below): Life {
  const lines = linesOf(id, skus, below).map((line) => ({ ...line, restocked: 0, isCounted: false }));
  let status = "";
  let atMs = START_MS + below(1_000_000) * 1_000;
  const createdMs = atMs;
  const refunds: object[] = [];
  const reports: Report[] = [];
  const become = (next: string) => {
    status = next;
    for (const line of lines) {
      if (TAKING.has(next) && !line.isCounted) Object.assign(line, { taken: line.quantity, isCounted: true });
      else if (GIVING.has(next) && line.isCounted) Object.assign(line, { taken: 0, isCounted: false });
    }
  };
  const report = () => {
    const meta = ({ isCounted, taken, restocked }: (typeof lines)[number]) => [
      ...(isCounted ? [{ id: 54, key: "_reduced_stock", value: String(taken) }] : []),
      ...(restocked > 0 ? [{ id: 55, key: "_restock_refunded_items", value: String(restocked) }] : []),
    ];
    const body = {
      ...{ id, parent_id: 0, status, currency: "EUR", version: "11.0.1", date_created_gmt: gmt(createdMs) },
      ...{ date_modified_gmt: gmt(atMs), date_paid_gmt: TAKING.has(status) ? gmt(createdMs) : null },
      refunds: [...refunds],
      line_items: lines.map((line) => ({
        ...{ id: line.id, product_id: 1_000_000 + line.id, variation_id: 0, quantity: line.quantity, sku: line.sku },
        meta_data: meta(line),
      })),
    };
    reports.push({ sent: { topic: reports.length === 0 ? "order.created" : "order.updated", body }, listed: body });
  };
  const refund = () => {
    const line = oneOf(lines, below);
    if (!TAKING.has(status) || line.refunded === line.quantity) return;
    const quantity = 1 + below(line.quantity - line.refunded);
    line.refunded += quantity;
    refunds.push({ id: id * 100 + refunds.length, reason: "", total: "-1.00" });
    if (below(2) > 0) return;
    line.taken -= Math.min(line.taken, quantity);
    line.restocked += quantity;
  };
  const edit = () => {
    const line = oneOf(lines, below);
    if (!TAKING.has(status) || refunds.length > 0) return;
    line.quantity = 1 + below(6);
    line.taken = line.quantity;
  };
  become(oneOf(["pending", "processing", "on-hold", "failed"], below));
  report();
  for (let step = below(6); step > 0; step--) {
    const next = STEPS[status];
    if (next !== undefined && below(4) === 0) become(next);
    else {
      atMs += 1_000 * (1 + below(60));
      const what = below(4);
      if (what === 0) edit();
      else if (what === 1) refund();
      else become(oneOf(["pending", "processing", "on-hold", "completed", "cancelled", "failed"], below));
    }
    report();
  }
  return { reports, lines };
}
