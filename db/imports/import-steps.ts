import type { Reader, Tx } from "../ports.ts";
import { readSequence } from "../products/sequence.ts";
import { json, number, numberOrNull, type Row } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT } from "../table.ts";

/** What a chunk of an import did to products. */
export interface ImportStep {
  /** The change sequence before; it names the step. */
  fromUs: number;
  /** The rows of the products that it made, of which some may be deleted. */
  made: { first: number; last: number } | null;
  /** The rows of the products that it changed. */
  changed: number[];
}

/** What a step had to keep beside the history, by the product's row. */
type Former = Record<string, unknown>;

/** Where the catalog stands before a chunk changes it. */
export const placeOfStep = readSequence;

/** Notes what a chunk did, in its transaction. */
export const insertStep = (
  tx: Tx,
  importId: string,
  { fromUs, made, changed, former, atMs }: ImportStep & { former: Former; atMs: number },
) =>
  tx.send(
    `insert into import_step (tenant_id, import_id, from_us, to_us, at_ms, first_row, last_row, changed, former)
      select :tenant, :importId, :fromUs, clock.last_us, :atMs, :firstRow, :lastRow, :changed, :former
        from tenant_clock clock where clock.tenant_id = :tenant and clock.last_us > :fromUs`,
    {
      importId,
      fromUs,
      atMs,
      firstRow: made?.first ?? null,
      lastRow: made?.last ?? null,
      changed: JSON.stringify(changed),
      former: JSON.stringify(former),
    },
  );

const readStep = (row: Row): ImportStep => {
  const [first, last] = [numberOrNull(row, "first_row"), numberOrNull(row, "last_row")];
  return {
    fromUs: number(row, "from_us"),
    made: first === null || last === null ? null : { first, last },
    // Written by `insertStep` from such a list.
    changed: json(row, "changed") as number[],
  };
};

/** The steps of an import, in their order, after one. */
export const listSteps = (db: Reader, importId: string, afterUs: number, limit: number): Promise<ImportStep[]> =>
  db.all(
    `select from_us, first_row, last_row, changed from import_step
      where tenant_id = :tenant and import_id = :importId and from_us > :afterUs order by from_us limit :limit`,
    { importId, afterUs, limit },
    readStep,
  );

/** What these steps recorded of products beside the history, by the product's row, the earliest step first. */
export const findFormer = (db: Reader, importId: string, steps: readonly number[]): Promise<Former[]> =>
  db.all(
    `select former from json_each(:steps) wanted
      cross join import_step step on step.tenant_id = :tenant and step.import_id = :importId
        and step.from_us = wanted.value
      order by step.from_us`,
    { importId, steps: JSON.stringify(steps) },
    // Written by `insertStep` from such an object.
    (row) => json(row, "former") as Former,
  );

const FOUND = selection("product", {
  row: called("row_id", NUMBER),
  id: TEXT,
  /** Whether the step made it; it may have made none. */
  isMade: computed(
    "ifnull(product.row_id between step.first_row and step.last_row and product.created_at_ms = step.at_ms, 0)",
    FLAG,
  ),
  /** Whether it is as the import has left it. */
  isUntouched: computed(
    `ifnull(state.updated_at_us <= (select last.to_us from import_step last
          where last.tenant_id = :tenant and last.import_id = :importId and last.from_us < state.updated_at_us
          order by last.from_us desc limit 1), 0)`,
    FLAG,
  ),
});
/** A product by its row. */
export type ImportedRow = SelectedBy<typeof FOUND>;

/** The products in these rows that there still are, in no order, as a step of an import finds them. */
export const findImported = (
  db: Reader,
  importId: string,
  { fromUs, rows }: { fromUs: number; rows: readonly number[] },
): Promise<ImportedRow[]> =>
  db.all(
    `select ${FOUND.selected}
      from import_step step
      cross join json_each(:rows) wanted
      cross join product on product.tenant_id = :tenant and product.row_id = wanted.value
      cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
      where step.tenant_id = :tenant and step.import_id = :importId and step.from_us = :fromUs`,
    { importId, fromUs, rows: JSON.stringify(rows) },
    FOUND.read,
  );
