import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { findListTerms } from "../../../../db/pricing/list-terms.ts";
import { deleteListPrices, findListPrices, putListPrices } from "../../../../db/pricing/price-lists.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import type { StoredRow } from "../../../../db/products/product-row.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { commit } from "../../../products/changes/commit/commit.ts";
import { touchProducts } from "../../../products/changes/commit/touch-products.ts";
import { findExchangeRates } from "../../exchange-rates/rates.ts";
import { exchangeInto } from "../../pricing/applying/price-in-currency.ts";
import { findTaxModel, taxedOf, termsOfPrice } from "../../tax/tax-model.ts";
import { floorOf } from "../rules/decide.ts";
import { floorsInTerms, type PriceTax } from "../rules/tax-view.ts";

/** A price that is to be another one. */
export interface PriceMove {
  productId: string;
  /** `null`: the product's own. */
  priceListId: string | null;
  /** What it must still be; `undefined`: any value. */
  expectedCents: number | null | undefined;
  /** `null`: none. */
  cents: number | null;
  /** ISO 4217, of both amounts: a list that has another by now is left. */
  currency: string;
  /** Whether it may be below the minimum advertised price and the cost. */
  mayUndercut?: boolean;
}

export type MoveOutcome = "moved" | "price_changed_since" | "below_floor" | "no_tax_rate" | "other_currency";

const keyOf = ({ priceListId, productId }: Pick<PriceMove, "priceListId" | "productId">) =>
  `${priceListId} ${productId}`;
const mapOf = ({ extra }: StoredRow) => (typeof extra["map_price"] === "number" ? extra["map_price"] : null);

/** In which currency a price is, what a euro is worth in it (`null`: there is no rate), and what it says of tax. */
type PriceTerms = Pick<PriceTax, "model" | "terms"> & {
  currency: string | undefined;
  perEuro: number | null | undefined;
};

/** The terms of the prices of lists, and of products' own. */
async function findTermsOf(tx: Tx, listIds: readonly string[], nowMs: number) {
  const model = await findTaxModel(tx, nowMs);
  const rates = await findExchangeRates(tx, nowMs);
  const lists = await findListTerms(tx, listIds);
  return (listId: string | null): PriceTerms => {
    const list = listId === null ? undefined : lists.get(listId);
    const currency = listId === null ? BASE_CURRENCY : list?.currency;
    const perEuro = currency === undefined || currency === BASE_CURRENCY ? undefined : (rates[currency] ?? null);
    return { currency, perEuro, model, terms: model ? termsOfPrice(model, list) : undefined };
  };
}

/** What a price is now, of which product, and in which terms. */
interface Found {
  row: StoredRow | undefined;
  current: number | null;
  terms: PriceTerms;
}

function outcomeOf(move: PriceMove, { row, current, terms: { currency, perEuro, ...tax } }: Found): MoveOutcome {
  if (currency !== move.currency) return "other_currency";
  if (!row || row.deletedAtMs !== null) return "price_changed_since";
  if (move.expectedCents !== undefined && move.expectedCents !== current) return "price_changed_since";
  if (move.mayUndercut || move.cents === null) return "moved";
  if (perEuro === null) return "other_currency";
  const stored = { mapCents: mapOf(row), costCents: row.costPriceCents };
  const exchange = perEuro === undefined ? undefined : exchangeInto(currency, perEuro);
  const floors = floorsInTerms(stored, taxedOf(row), { ...tax, exchange });
  if (!floors) return "no_tax_rate";
  return move.cents < floorOf(floors) ? "below_floor" : "moved";
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
  const termsFor = await findTermsOf(tx, [...new Set(pairs.map(([listId]) => listId))], context.now());
  const outcomes = moves.map((move): MoveOutcome => {
    const row = rows.get(move.productId);
    const current = move.priceListId === null ? (row?.priceCents ?? null) : (listed.get(keyOf(move)) ?? null);
    return outcomeOf(move, { row, current, terms: termsFor(move.priceListId) });
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
