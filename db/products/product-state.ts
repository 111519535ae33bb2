import type { Tx } from "../ports.ts";
import { STORED_FIELDS, type StoredRow } from "./product-row.ts";
import { nextNumbers } from "./sequence.ts";

/*
 * What changes often of a product lies in `product_state`, one narrow row for each of `product` and with its row id: its
 * place among the changes, and its stock. A page of the file holds five products, and sixty of these.
 */

/** Joins its state to each product. */
export const STATE = "cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id";

/** One column of a product's state where it is not joined: in a condition, or of few rows. */
export const stateOf = (column: "updated_at_us" | "stock" | "supplier_count"): string =>
  `(select state.${column} from product_state state where state.tenant_id = :tenant and state.row_id = product.row_id)`;

/** A row of `product` that is stored. */
export type Stored = StoredRow & { rowId: number };

/** What lies there, and in which order statements take it. */
const FIELDS = STORED_FIELDS.filter(({ storedAs }) => storedAs === "state");
const INSERT = `insert into product_state (row_id, tenant_id, ${FIELDS.map(({ column }) => column).join(", ")})
  select fresh.value ->> 0, :tenant, ${FIELDS.map((_, place) => `fresh.value ->> ${place + 1}`).join(", ")}
    from json_each(:rows) fresh`;

const valuesOf = (row: StoredRow) => FIELDS.map(({ key }) => row[key]);

/** Gives new products their states. */
export const insertStates = (tx: Tx, rows: readonly Stored[]): Promise<void> =>
  tx.send(INSERT, { rows: JSON.stringify(rows.map((row) => [row.rowId, ...valuesOf(row)])) });

// A join would have SQLite begin with all states: those of a statement's own table come before what is cross joined.
const rowOf = (id: string) =>
  `(select product.row_id from product where product.tenant_id = :tenant and product.id = ${id})`;
const updateSql = (rowId: string, set: string) =>
  `update product_state set ${set} from json_each(:rows) fresh
    where +product_state.tenant_id = :tenant and product_state.row_id = ${rowId}`;
const ALL = FIELDS.map(({ column }, place) => `${column} = fresh.value ->> ${place}`).join(", ");
/** By what the members of the object that is bound are named. */
const UPDATES = {
  row: { tick: updateSql("fresh.key", "updated_at_us = fresh.value"), all: updateSql("fresh.key", ALL) },
  id: { tick: updateSql(rowOf("fresh.key"), "updated_at_us = fresh.value"), all: updateSql(rowOf("fresh.key"), ALL) },
};

const isStocked = (row: StoredRow, before: StoredRow | undefined): boolean =>
  FIELDS.some(({ key }) => key !== "updatedAtUs" && before?.[key] !== row[key]);

/**
 * Stores the states of products. `before`: the rows as they were read in this transaction, by id. Where their stock is as
 * it was, only their place among the changes is set: a member of an object costs two thirds of a list of two.
 */
export async function updateStates(
  tx: Tx,
  rows: readonly StoredRow[],
  before: ReadonlyMap<string, StoredRow> | undefined,
): Promise<void> {
  const part = rows.some((row) => isStocked(row, before?.get(row.id))) ? "all" : "tick";
  for (const [by, named] of Map.groupBy(rows, ({ rowId }) => (rowId === undefined ? "id" : "row"))) {
    const states = named.map((row) => [row.rowId ?? row.id, part === "all" ? valuesOf(row) : row.updatedAtUs]);
    await tx.send(UPDATES[by][part], { rows: JSON.stringify(Object.fromEntries(states)) });
  }
}

/** Gives products a new `updated_at` each, after something of theirs has changed elsewhere. */
export async function stampProducts(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return;
  const firstUs = await nextNumbers(tx, ids.length, nowMs);
  await tx.send(
    `update product_state set updated_at_us = :firstUs + stamped.key from json_each(:ids) stamped
      where +product_state.tenant_id = :tenant and product_state.row_id = ${rowOf("stamped.value")}`,
    { ids: JSON.stringify(ids), firstUs },
  );
}
