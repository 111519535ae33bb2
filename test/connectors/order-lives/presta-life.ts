import { type Below, type Life, linesOf, oneOf, type Report, START_MS } from "./life.ts";

// As a PrestaShop 9.0.0 keeps orders (seen on 2026-12-01): all states but cancelled (6) and payment error (8) take, an edited line takes
// the difference, what a refund puts back stands in `product_quantity_reinjected` and leaves `date_upd` as it is.
const GIVEN_BACK = new Set([6, 8]);
const local = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** An order of PrestaShop, which only a pull reads; with its lines' `reinjected`, which stands in another list. */
export function prestaLife(id: number, skus: readonly string[], below: Below): Life {
  const lines = linesOf(id, skus, below);
  let atMs = START_MS + below(1_000_000) * 1_000;
  const createdMs = atMs;
  let state = oneOf([1, 2, 3, 10, 8], below);
  const reports: Report[] = [];
  const report = () => {
    for (const line of lines) line.taken = GIVEN_BACK.has(state) ? 0 : line.quantity - line.refunded;
    reports.push({
      listed: {
        ...{ id, current_state: state, valid: "1", date_add: local(createdMs), date_upd: local(atMs) },
        details: lines.map((line) => ({ id: line.id, product_quantity_reinjected: line.refunded })),
        associations: {
          order_rows: lines.map((line) => ({
            ...{ id: line.id, product_id: 0, product_attribute_id: 0, product_reference: line.sku },
            product_quantity: line.quantity,
          })),
        },
      },
    });
  };
  report();
  for (let step = below(6); step > 0; step--) {
    const line = oneOf(lines, below);
    const what = below(4);
    if (what === 0 && line.refunded < line.quantity) line.refunded += 1;
    else {
      atMs += 1_000 * (1 + below(60));
      if (what === 1 && line.refunded === 0) line.quantity = 1 + below(6);
      else state = oneOf([1, 2, 3, 4, 5, 6, 7, 8, 10], below);
    }
    report();
  }
  return { reports, lines };
}
