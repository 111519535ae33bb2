import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import type { ErrorCode } from "../http/error-codes.ts";
import { ApiError, type ApiErrorOptions } from "../http/errors.ts";
import { applyFields } from "../products/apply-fields.ts";
import { eanOf } from "../products/ean.ts";
import { type EanRegister, openEanRegister } from "../products/ean-register.ts";
import { loadReferences, type ResolveReferences } from "../products/resolve-references.ts";
import { storeUpdates, type Update } from "../products/store-updates.ts";

/** One item of a bulk: its place in the request, and values that `readFields` made. */
export interface BulkItem {
  index: number;
  /** In lower case. */
  id: string;
  values: Record<string, unknown>;
}

/** An item that was refused, as it crosses threads. */
export interface RefusedItem {
  index: number;
  code: ErrorCode;
  options: ApiErrorOptions;
}

/** What the items so far have made of the products. */
class BulkState {
  readonly updates = new Map<string, Update>();
  readonly #stored: ReadonlyMap<string, ProductRow>;
  readonly #eans: EanRegister;
  readonly #resolve: ResolveReferences;

  constructor(stored: ReadonlyMap<string, ProductRow>, eans: EanRegister, resolve: ResolveReferences) {
    this.#stored = stored;
    this.#eans = eans;
    this.#resolve = resolve;
  }

  /** Applies an item wholly or not at all. Throws what refuses it. */
  apply({ id, values }: BulkItem): void {
    const before = this.#stored.get(id);
    if (!before) throw new ApiError("PRODUCT_NOT_FOUND");
    const known = this.updates.get(id);
    const current = known?.row ?? before;
    const { row, changed } = applyFields(current, this.#resolve(values));
    if (changed.length === 0) return;
    if (row.gtin14 !== current.gtin14) {
      this.#eans.refuse(row);
      this.#eans.move(current, row);
    }
    this.updates.set(id, { before, row, changed: [...new Set([...(known?.changed ?? []), ...changed])] });
  }
}

const gtinOf = ({ values }: BulkItem): string[] => {
  const written = values["barcode"] ?? values["ean"];
  const ean = typeof written === "string" ? eanOf(written.trim()) : undefined;
  return ean ? [ean.gtin14] : [];
};

async function openState(tx: Tx, items: readonly BulkItem[]): Promise<BulkState> {
  const rows = await findRowsByIds(tx, [...new Set(items.map(({ id }) => id))]);
  const live = new Map(rows.flatMap((row) => (row.deletedAtMs === null ? [[row.id, row] as const] : [])));
  const eans = await openEanRegister(tx, [...new Set(items.flatMap(gtinOf))]);
  const values = items.map((item) => item.values);
  return new BulkState(live, eans, await loadReferences(tx, values));
}

/**
 * Changes many products, each item wholly or not at all, in their order: what one does, the next one sees. Returns the
 * items that were refused. The number of statements does not grow with the items.
 */
export const updateInBulk = mutation(
  "products.update-in-bulk",
  async (tx, { items }: { items: BulkItem[] }, context: MutationContext): Promise<{ refused: RefusedItem[] }> => {
    const state = await openState(tx, items);
    const refused: RefusedItem[] = [];
    for (const item of items) {
      try {
        state.apply(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ index: item.index, code: error.code, options: error.options });
      }
    }
    await storeUpdates(tx, [...state.updates.values()], context);
    return { refused };
  },
);
