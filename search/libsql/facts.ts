import type { Reader, Tx } from "../../db/ports.ts";
import { json, number, text } from "../../db/rows.ts";
import type { FacetCount, FacetCounts, FacetName } from "../port.ts";
import { countHitsByFacet, type HitQuery, sourceOf } from "./hits.ts";

/** What a product is counted by: ids of its brand and category, and its status. */
export interface Facts {
  brand: string | null;
  category: string | null;
  status: string;
}

/** The facets that are counted from `product_fact`. */
const COUNTED = ["brand", "category", "status"] as const satisfies readonly FacetName[];
const isFact = (facet: FacetName): facet is (typeof COUNTED)[number] =>
  (COUNTED as readonly FacetName[]).includes(facet);

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
export async function writeFacts(tx: Tx, rows: readonly { rowId: number; facts: Facts }[]): Promise<void> {
  const values = new Set(rows.flatMap(({ facts }) => COUNTED.map((name) => facts[name])));
  const numbers = await numberValues(
    tx,
    [...values].filter((value) => value !== null),
  );
  const numberOf = (value: string | null) => (value === null ? null : (numbers.get(value) ?? null));
  await tx.runMany(
    `insert or replace into product_fact (row_id, brand_no, category_no, status_no)
      values (:rowId, :brand, :category, :status)`,
    rows.map(({ rowId, facts }) => ({
      rowId,
      brand: numberOf(facts.brand),
      category: numberOf(facts.category),
      status: numberOf(facts.status),
    })),
  );
}

const countEach = (numbers: readonly (number | null)[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const no of numbers) if (no !== null) counts.set(no, (counts.get(no) ?? 0) + 1);
  return counts;
};

/** How many hits have each value, by facet. */
export async function countFacets(db: Reader, query: HitQuery, facets: readonly FacetName[]): Promise<FacetCounts> {
  const facts = facets.filter(isFact);
  const counts = await countHitsByFacet(
    db,
    query,
    facets.filter((facet) => !isFact(facet)),
  );
  return facts.length > 0 ? new Map([...counts, ...(await countFacts(db, query, facts))]) : counts;
}

/** One pass over the hits for all of these. */
async function countFacts(db: Reader, query: HitQuery, facts: readonly (typeof COUNTED)[number][]) {
  const { from, where, args } = sourceOf(query);
  // Counted here: to group by several columns SQLite would sort all hits, for each column anew.
  const counts = await db.one(
    `select json_group_array(product_fact.brand_no) as brand, json_group_array(product_fact.category_no) as category,
        json_group_array(product_fact.status_no) as status
      from ${from} cross join product_fact on product_fact.row_id = product_word.rowid where ${where}`,
    args,
    // Arrays of columns that hold integers.
    (row) => facts.map((facet) => [facet, countEach(json(row, facet) as (number | null)[])] as const),
  );
  const values = await findValues(db, [...new Set(counts.flatMap(([, numbers]) => [...numbers.keys()]))]);
  const named = (numbers: Map<number, number>): FacetCount[] =>
    Array.from(numbers, ([no, count]) => ({ value: values[no] ?? "", count }));
  return new Map<FacetName, FacetCount[]>(counts.map(([facet, numbers]) => [facet, named(numbers)]));
}

/** What numbers stand for. As one text: there may be thousands, and each row that SQLite answers costs a microsecond. */
const findValues = (db: Reader, numbers: readonly number[]): Promise<Record<string, string>> =>
  db.one(
    `select json_group_object(search_value.no, search_value.value) as named from json_each(:numbers) wanted
      cross join search_value on search_value.no = wanted.value and search_value.tenant_id = :tenant`,
    { numbers: JSON.stringify(numbers) },
    // Both columns hold no nulls.
    (row) => json(row, "named") as Record<string, string>,
  );
