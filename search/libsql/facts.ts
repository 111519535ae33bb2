import type { Tx } from "../../db/ports.ts";
import { number, text } from "../../db/rows.ts";
import { FACTS } from "./read-facts.ts";

/** What a product is counted and filtered by: ids of its brand and category, its status, and its price. */
export interface Facts {
  brand: string | null;
  category: string | null;
  status: string;
  /** In cents; -1 without one. */
  priceOrder: number;
}

/** The number of each of these values; those that have none yet get one. */
async function numberValues(tx: Tx, values: readonly string[]): Promise<Map<string, number>> {
  const wanted = { values: JSON.stringify(values) };
  await tx.run(
    `insert or ignore into search_value (tenant_id, value)
      select :tenant, wanted.value from json_each(:values) wanted where not exists (
        select 1 from search_value known where known.tenant_id = :tenant and known.value = wanted.value)`,
    wanted,
  );
  const numbers = await tx.all(
    `select search_value.value, search_value.no from json_each(:values) wanted
      cross join search_value on search_value.tenant_id = :tenant and search_value.value = wanted.value`,
    wanted,
    (row) => [text(row, "value"), number(row, "no")] as const,
  );
  return new Map(numbers);
}

/** Takes in what products are counted by, in place of what was known of these rows. About 4 µs each. */
export async function writeFacts(
  tx: Tx,
  rows: readonly { rowId: number; facts: Facts; textHash: number; sourceHash: number }[],
): Promise<void> {
  const values = new Set(rows.flatMap(({ facts }) => FACTS.map((name) => facts[name])));
  const numbers = await numberValues(
    tx,
    [...values].filter((value) => value !== null),
  );
  const numberOf = (value: string | null) => (value === null ? null : (numbers.get(value) ?? null));
  await tx.runMany(
    `insert or replace into product_fact (row_id, brand_no, category_no, status_no, price_order, text_hash,
        source_hash)
      values (:rowId, :brand, :category, :status, :priceOrder, :textHash, :sourceHash)`,
    rows.map(({ rowId, facts, textHash, sourceHash }) => ({
      rowId,
      brand: numberOf(facts.brand),
      category: numberOf(facts.category),
      status: numberOf(facts.status),
      priceOrder: facts.priceOrder,
      textHash,
      sourceHash,
    })),
  );
}
