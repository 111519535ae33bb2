import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { commit } from "../../products/changes/commit/commit.ts";

/** Another minimum advertised price among the fields of a product; `null`: none. */
function withMapPrice(before: StoredRow, cents: number | null): StoredRow {
  const { map_price: _, ...extra } = before.extra;
  return { ...before, extra: cents === null ? extra : { ...extra, map_price: cents } };
}

async function storeMapPrices(
  tx: Tx,
  wanted: readonly { before: StoredRow; cents: number | null }[],
  context: MutationContext,
): Promise<void> {
  const changes = wanted
    .filter(({ before, cents }) => (before.extra["map_price"] ?? null) !== cents)
    .map(({ before, cents }) => ({ before, row: withMapPrice(before, cents), changed: ["map_price"] }));
  await commit(tx, changes, context);
}

/** Sets the minimum advertised price of a product. Throws PRODUCT_NOT_FOUND and PRECONDITION_FAILED. */
export const setMapPrice = mutation(
  "map-prices.set",
  async (
    tx,
    { id, cents, expected }: { id: string; cents: number | null; expected: string[] | null },
    context,
  ): Promise<void> => {
    const [found] = await findRowsByIds(tx, [id]);
    const before = required(found?.deletedAtMs === null ? found : undefined, "product", id);
    requireVersion(expected, before.updatedAtUs);
    await storeMapPrices(tx, [{ before, cents }], context);
  },
);

/** Sets those of several products; of several for one the last counts. Returns the ids that are of no live product. */
export const setMapPrices = mutation(
  "map-prices.set-many",
  async (tx, { items }: { items: { id: string; cents: number | null }[] }, context): Promise<string[]> => {
    const wanted = new Map(items.map(({ id, cents }) => [id, cents]));
    const rows = (await findRowsByIds(tx, [...wanted.keys()])).filter(({ deletedAtMs }) => deletedAtMs === null);
    await storeMapPrices(
      tx,
      rows.map((before) => ({ before, cents: wanted.get(before.id) ?? null })),
      context,
    );
    const live = new Set(rows.map(({ id }) => id));
    return [...wanted.keys()].filter((id) => !live.has(id));
  },
);
