import { moveShopLevels, oversold } from "../../../db/connectors/shop-orders.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findVariantsByIds } from "../../../db/variants/variants.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { commitStock } from "../../products/changes/commit/stock.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { GENERIC } from "../../products/changes/set/product-change.ts";
import { joinedSpan, type Span, stockAfter } from "./order-news.ts";

/** What orders take from a stock, and when; less than 0: they give it back, 0: they have given back all that they took. */
export interface Taken extends Span {
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
    const sum = known && { ...joinedSpan(known, each), units: each.units + known.units };
    sums.set(keyOf(each), { ...each, ...sum });
  }
  return [...sums.values()];
}

type Moved = Taken & { by: number };

/** Levels that the shop follows move along, and those that it has moved and moved back are crossed as well. */
const moveLevels = (tx: Tx, connectorId: string, moved: readonly Moved[], still: readonly Taken[]) =>
  moveShopLevels(
    tx,
    connectorId,
    [...moved, ...still.map((each) => ({ ...each, by: 0 }))].map(({ variantId, ...each }) => ({
      ...each,
      variantId: variantId ?? "",
    })),
  );

/**
 * Takes what a connector's orders hold from the stock that no supplier holds, or gives it back. Levels that the shop follows
 * move along: it has done the same itself. Returns how many stocks were moved.
 */
export async function moveStock(
  tx: Tx,
  { connectorId, taken }: { connectorId: string; taken: readonly Taken[] },
  context: MutationContext,
): Promise<number> {
  const all = summed(taken);
  const still = all.filter(({ units }) => units === 0);
  const wanted = all.filter(({ units }) => units !== 0);
  if (still.length > 0 && wanted.length === 0) await moveLevels(tx, connectorId, [], still);
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
  await moveLevels(
    tx,
    connectorId,
    moved.map((each) => ({ ...each, by: each.stock - each.before })),
    still,
  );
  await oversold.saveAll(
    tx,
    moved.flatMap(({ productId, variantId, owed: units }) => {
      const isKnown = owed.has(keyOf({ productId, variantId }));
      return units > 0 || isKnown ? [{ productId, variantId: variantId ?? "", units }] : [];
    }),
  );
  return moved.length;
}
