import type { MutationContext, Tx } from "../../../../db/ports.ts";
import {
  deleteListPrices,
  findListCurrencies,
  findListPrices,
  putListPrices,
} from "../../../../db/pricing/price-lists.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import type { StoredRow } from "../../../../db/products/product-row.ts";
import { BASE_CURRENCY } from "../../../kit/base-currency.ts";
import { commit } from "../../../products/changes/commit/commit.ts";
import { touchProducts } from "../../../products/changes/commit/touch-products.ts";
import { floorOf } from "../rules/decide.ts";

/** A price that is to be another one. */
export interface PriceMove {
  productId: string;
  /** `null`: the product's own. */
  priceListId: string | null;
  /** What it must still be; `undefined`: any value. */
  expectedCents: number | null | undefined;
  /** `null`: none. */
  cents: number | null;
  /** Whether it may be below the minimum advertised price and the cost. */
  mayUndercut?: boolean;
}

export type MoveOutcome = "moved" | "price_changed_since" | "below_floor" | "other_currency";

const keyOf = ({ priceListId, productId }: Pick<PriceMove, "priceListId" | "productId">) =>
  `${priceListId} ${productId}`;
const mapOf = ({ extra }: StoredRow) => (typeof extra["map_price"] === "number" ? extra["map_price"] : null);

function outcomeOf(move: PriceMove, row: StoredRow | undefined, current: number | null): MoveOutcome {
  if (!row || row.deletedAtMs !== null) return "price_changed_since";
  if (move.expectedCents !== undefined && move.expectedCents !== current) return "price_changed_since";
  const floor = floorOf({ mapCents: mapOf(row), costCents: row.costPriceCents });
  return !move.mayUndercut && move.cents !== null && move.cents < floor ? "below_floor" : "moved";
}

async function storeInLists(tx: Tx, moves: readonly PriceMove[], context: MutationContext): Promise<void> {
  const listed = moves.flatMap(({ priceListId, productId, cents }) =>
    priceListId === null ? [] : [{ id: context.newId(), priceListId, productId, cents }],
  );
  await putListPrices(
    tx,
    listed.flatMap(({ cents, ...entry }) => (cents === null ? [] : [{ ...entry, priceCents: cents }])),
    context.now(),
  );
  await deleteListPrices(
    tx,
    listed.filter(({ cents }) => cents === null),
  );
  await touchProducts(
    tx,
    listed.map(({ productId }) => ({ productId, updatedFields: ["prices"] })),
    context,
  );
}

/** Moves prices that are still what they are expected to be, each once. Returns what became of each, in their order. */
export async function storePrices(
  tx: Tx,
  moves: readonly PriceMove[],
  context: MutationContext,
): Promise<MoveOutcome[]> {
  const rows = new Map(
    (await findRowsByIds(tx, [...new Set(moves.map(({ productId }) => productId))])).map((row) => [row.id, row]),
  );
  const pairs = moves.flatMap(({ priceListId, productId }) =>
    priceListId === null ? [] : [[priceListId, productId] as const],
  );
  const listed = new Map((await findListPrices(tx, pairs)).map((each) => [keyOf(each), each.priceCents]));
  const currencies = await findListCurrencies(tx, [...new Set(pairs.map(([listId]) => listId))]);
  const outcomes = moves.map((move): MoveOutcome => {
    if (move.priceListId !== null && currencies.get(move.priceListId) !== BASE_CURRENCY) return "other_currency";
    const row = rows.get(move.productId);
    const current = move.priceListId === null ? (row?.priceCents ?? null) : (listed.get(keyOf(move)) ?? null);
    return outcomeOf(move, row, current);
  });
  const moved = moves.filter((_, place) => outcomes[place] === "moved");
  const changes = moved.flatMap(({ priceListId, productId, cents }) => {
    const before = rows.get(productId);
    if (priceListId !== null || !before || before.priceCents === cents) return [];
    return [{ before, row: { ...before, priceCents: cents }, changed: ["price"] }];
  });
  await commit(tx, changes, context, { source: "repricing" });
  await storeInLists(tx, moved, context);
  return outcomes;
}
