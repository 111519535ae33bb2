import { moveShopLevels, oversold } from "../../../db/connectors/shop-orders.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findVariantsByIds } from "../../../db/variants/variants.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { commitStock } from "../../products/changes/commit/stock.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { GENERIC } from "../../products/changes/set/product-change.ts";
import { stockAfter } from "./order-news.ts";

/** What orders take from a stock; less than 0: they give it back. */
export interface Taken {
  productId: string;
  variantId: string | null;
  units: number;
}

const keyOf = ({ productId, variantId }: { productId: string; variantId: string | null }) =>
  `${productId} ${variantId ?? ""}`;

/** What is taken of each stock, in all. */
function summed(taken: readonly Taken[]): Taken[] {
  const sums = new Map<string, Taken>();
  for (const each of taken) {
    const known = sums.get(keyOf(each));
    sums.set(keyOf(each), { ...each, units: each.units + (known?.units ?? 0) });
  }
  return [...sums.values()].filter(({ units }) => units !== 0);
}

/**
 * Takes what a connector's orders hold from the stock that no supplier holds, or gives it back. Levels that the shop follows
 * move along: it has done the same itself. Returns how many stocks were moved.
 */
export async function moveStock(
  tx: Tx,
  { connectorId, taken }: { connectorId: string; taken: readonly Taken[] },
  context: MutationContext,
): Promise<number> {
  const wanted = summed(taken);
  if (wanted.length === 0) return 0;
  const productIds = [...new Set(wanted.map(({ productId }) => productId))];
  const set = await loadChangeSet(tx, [], context, productIds);
  const variantIds = wanted.flatMap(({ variantId }) => variantId ?? []);
  const variants = new Map(
    (variantIds.length === 0 ? [] : await findVariantsByIds(tx, variantIds)).map((each) => [each.id, each]),
  );
  const owed = new Map(
    (await oversold.list(tx, { where: { productId: productIds } })).map((each) => [keyOf(each), each.units]),
  );
  const moved = wanted.flatMap((each) => {
    const change = set.changes.get(each.productId);
    const before =
      each.variantId === null
        ? change && (change.row.genericStock ?? change.row.stock)
        : variants.get(each.variantId)?.stock;
    if (!change || before === undefined || change.row.deletedAtMs !== null) return [];
    const after = stockAfter({ stock: before, owed: owed.get(keyOf(each)) ?? 0 }, each.units);
    if (each.variantId === null) change.stock.set(GENERIC, after.stock);
    else change.isReported = true;
    return [{ ...each, before, ...after }];
  });
  await commitSet(tx, set, context, { source: "connector", movement: "connector" });
  const ofVariants = moved.filter(({ variantId }) => variantId !== null);
  const changes = ofVariants.map(({ productId, variantId, stock }) => ({ productId, variantId, quantity: stock }));
  await commitStock(tx, changes, "connector", context);
  const rows = moved.map(({ productId, variantId, stock, before }) => ({
    productId,
    variantId: variantId ?? "",
    by: stock - before,
  }));
  await moveShopLevels(tx, connectorId, rows);
  await oversold.saveAll(
    tx,
    moved.flatMap(({ productId, variantId, owed: units }) => {
      const isKnown = owed.has(keyOf({ productId, variantId }));
      return units > 0 || isKnown ? [{ productId, variantId: variantId ?? "", units }] : [];
    }),
  );
  return moved.length;
}
