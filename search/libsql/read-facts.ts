import type { Reader } from "../../db/ports.ts";
import { json, type Row } from "../../db/rows.ts";

/** What products are counted and filtered by in memory. */
export const FACTS = ["brand", "category", "status"] as const;
export type Fact = (typeof FACTS)[number];

/** The facts of some rows, each a list beside `rows`; values are named by their numbers. */
export type ReadFacts = Record<Fact, (number | null)[]> & { rows: number[]; prices: number[] };

const COLUMNS = `json_group_array(product_fact.row_id) as rows, json_group_array(product_fact.brand_no) as brand,
  json_group_array(product_fact.category_no) as category, json_group_array(product_fact.status_no) as status,
  json_group_array(product_fact.price_order) as prices`;
// Arrays of columns that hold integers.
const readFacts = (row: Row): ReadFacts => ({
  rows: json(row, "rows") as number[],
  brand: json(row, "brand") as (number | null)[],
  category: json(row, "category") as (number | null)[],
  status: json(row, "status") as number[],
  prices: json(row, "prices") as number[],
});

/** The facts of these rows, of any tenant: only those of hits are looked at. */
export const listFacts = (db: Reader, from: number, to: number): Promise<ReadFacts> =>
  db.one(
    `select ${COLUMNS} from product_fact where product_fact.row_id between :from and :to`,
    { from, to },
    readFacts,
  );

/** The facts of products that changed after this value of the clock. */
export const listChangedFacts = (db: Reader, afterUs: number): Promise<ReadFacts> =>
  db.one(
    `select ${COLUMNS} from product_state changed cross join product_fact on product_fact.row_id = changed.row_id
      where changed.tenant_id = :tenant and changed.updated_at_us > :afterUs`,
    { afterUs },
    readFacts,
  );

/** What numbers mean. As one text: there may be thousands, and each row that SQLite answers costs a microsecond. */
export const listValues = (db: Reader, numbers: readonly (number | null)[]): Promise<[no: number, value: string][]> =>
  db.one(
    `select json_group_array(json_array(search_value.no, search_value.value)) as named from json_each(:numbers) wanted
      cross join search_value on search_value.no = wanted.value and search_value.tenant_id = :tenant`,
    { numbers: JSON.stringify(numbers) },
    // Both columns hold no nulls.
    (row) => json(row, "named") as [number, string][],
  );
