import { findConnector } from "../../../db/connectors/connectors.ts";
import { orderLines, shopOrders } from "../../../db/connectors/shop-orders.ts";
import { shopCodes } from "../../../db/connectors/unknown-codes.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { findVariant } from "../../../db/variants/variants.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { moveStock } from "./move-stock.ts";
import { heldAfter } from "./order-news.ts";

/** Lines a transaction. */
const LINES = 500;

interface Assigned {
  connectorId: string;
  code: string;
  /** `null`: it is nothing of ours. */
  productId: string | null;
  variantId: string | null;
}

/** Throws NOT_FOUND and VALIDATION_FAILED. */
async function requireMeant(tx: Tx, { productId, variantId }: Assigned): Promise<void> {
  if (productId === null) return;
  const [row] = await findRowsByIds(tx, [productId]);
  if (!row || row.deletedAtMs !== null) {
    throw invalidBody([{ field: "product_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
  if (variantId !== null && !(await findVariant(tx, productId, variantId))) {
    throw invalidBody([{ field: "variant_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
}

/** Lines take from the product's stock what their orders hold. */
async function take(tx: Tx, assigned: Assigned, context: MutationContext): Promise<{ lines: number; moved: number }> {
  const { connectorId, code, productId, variantId } = assigned;
  const lines = await orderLines.list(tx, { where: { connectorId, waitsBy: code }, limit: LINES });
  const orders = await shopOrders.list(tx, {
    where: { connectorId, orderId: [...new Set(lines.map(({ orderId }) => orderId))] },
  });
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const taken = lines.flatMap((line) => {
    const order = byId.get(line.orderId);
    const held = order ? heldAfter(order, line.lineId, line.held) : line.held;
    const units = held - line.taken;
    return productId === null ? [] : [{ line, productId, variantId, held, units, fromMs: 0, toMs: context.now() }];
  });
  const moved = await moveStock(tx, { connectorId, taken }, context);
  for (const { line, held } of taken) line.taken = held;
  await orderLines.saveAll(
    tx,
    lines.map((line) => ({ ...line, productId, variantId, waitsBy: null })),
  );
  return { lines: lines.length, moved };
}

/**
 * Says what a code of a shop's orders means. Lines that wait by it take their stock, some at a time (`isDone`), and those that
 * come take theirs at once. Throws NOT_FOUND and VALIDATION_FAILED.
 */
export const assignCode = mutation(
  "connectors.assign-code",
  async (tx, assigned: Assigned, context): Promise<{ isDone: boolean; lines: number }> => {
    const { connectorId } = assigned;
    required(await findConnector(tx, connectorId), "connector", connectorId);
    await requireMeant(tx, assigned);
    await shopCodes.save(tx, assigned);
    const { lines } = await take(tx, assigned, context);
    return { isDone: lines < LINES, lines };
  },
);
