import { Type } from "@sinclair/typebox";
import type { ShopOrder, ShopOrderLine } from "../../../db/connectors/shop-orders.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { heldAfter } from "./order-news.ts";

const STATES = ["waiting", "taken", "released", "ignored"] as const;

/** What becomes of the stock by a line. */
function stateOf({ waitsBy, productId }: ShopOrderLine, held: number): (typeof STATES)[number] {
  if (waitsBy !== null) return "waiting";
  if (productId === null) return "ignored";
  return held > 0 ? "taken" : "released";
}

const Lines = view<ShopOrderLine, [held: number]>()(
  {
    line_id: [Type.String(), "lineId"],
    sku: [orNull(Type.String()), "sku"],
    external_ids: [
      Type.Array(Type.String(), { description: "What the shop calls the product or its variant." }),
      "externalIds",
    ],
    quantity: [Type.Integer({ description: "Units that were ordered." }), "quantity"],
    held: [
      Type.Integer({ description: "Units that it holds now: fewer once some were cancelled or given back." }),
      (_, held) => held,
    ],
    taken: [Type.Integer({ description: "Units that the stock here lacks by it." }), "taken"],
    state: [
      oneOf(STATES, {
        description:
          "`waiting`: no product here is known by its codes, assign its `code`. `taken`: from the stock here. `released`: " +
          "nothing is held any more. `ignored`: it is nothing of ours, or the shop owns the stock.",
      }),
      stateOf,
    ],
    code: [orNull(Type.String(), "By what it waits, as `assign` of unknown SKUs takes it."), "waitsBy"],
    product_id: [orNull(Uuid, "Whose stock it takes."), "productId"],
    variant_id: [orNull(Uuid), "variantId"],
  },
  { title: "ShopOrderLine" },
);

/** An order of a shop with its lines. */
export const Orders = view<ShopOrder, [lines: readonly ShopOrderLine[]]>()(
  {
    order_id: [Type.String({ description: "What the shop calls it.", examples: ["5123456789"] }), "orderId"],
    status: [
      orNull(Type.String(), "As the shop says it. Null: only a refund of it was reported so far."),
      ({ status }) => status || null,
    ],
    changed_at: [
      orNull(Time, "The shop's own time of its last change. Null: it does not say."),
      ({ changedAtMs }) => (changedAtMs <= 0 ? null : isoOfMs(changedAtMs)),
    ],
    reported_at: [Time, ({ reportedAtMs }) => isoOfMs(reportedAtMs)],
    waiting_lines: [
      Type.Integer({ description: "Lines of SKUs that no product here has." }),
      (_, lines) => lines.filter(({ waitsBy }) => waitsBy !== null).length,
    ],
    lines: [
      Type.Array(Lines.Body),
      (order, lines) => lines.map((line) => Lines.of(line, heldAfter(order, line.lineId, line.held))),
    ],
  },
  { title: "ShopOrder" },
);
