import { useRef } from "preact/hooks";
import type { Answer } from "../api/answers.ts";
import { api } from "../api/api.ts";
import type { Rows } from "../api/use-rows.ts";
import { keepsMine } from "../ui/conflict.tsx";
import type { GridColumn } from "../ui/grid-row.tsx";
import { parseEntry } from "../ui/schema.ts";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import type { ProductRow } from "./columns.tsx";
import { w } from "./words.ts";

type Read = Promise<Answer<ProductRow>>;
const BLOCK_MAX = 100;
const read = (id: string): Read => api.get<ProductRow>(`/products/${id}`);

interface BulkAnswer {
  updated: number;
  errors: { id: string; message: string }[];
}

/** Edits in the grid: saved on leaving the cell, on the state that was read when it was opened. */
export function useEditing(rows: Rows<ProductRow>, columns: GridColumn<ProductRow>[]) {
  const opened = useRef(new Map<string, Read>());
  const put = (id: string, value: Partial<ProductRow>) =>
    rows.change((row) => (row.id === id ? { ...row, ...value, id } : row));
  /** What a list has of a product. */
  const listed = (row: ProductRow, product: ProductRow): ProductRow =>
    ({ ...row, ...Object.fromEntries(Object.entries(product).filter(([name]) => name in row)) }) as ProductRow;

  async function save(
    row: ProductRow,
    column: GridColumn<ProductRow>,
    entry: string,
    etag: string | undefined,
  ): Promise<void> {
    const { name } = column.field;
    const body = { [name]: parseEntry(column.field, entry) };
    const answer = await api.patch<ProductRow>(`/products/${row.id}`, { body, ifMatch: etag });
    if (answer.ok) return put(row.id, listed(row, answer.value));
    if (answer.refusal.status !== 412) {
      put(row.id, { [name]: row[name] });
      return toastRefusal(answer.refusal);
    }
    const now = await read(row.id);
    if (!now.ok) return toastRefusal(now.refusal);
    const theirs = column.entryOf(now.value);
    // Somebody changed another field: nothing of this one is lost.
    if (theirs === column.entryOf(row) || (await keepsMine(entry, theirs))) return save(row, column, entry, now.etag);
    put(row.id, listed(row, now.value));
  }

  return {
    onBegin: (row: ProductRow) => {
      opened.current.set(row.id, read(row.id));
    },
    onCommit: (row: ProductRow, column: GridColumn<ProductRow>, entry: string) => {
      const before = opened.current.get(row.id) ?? read(row.id);
      put(row.id, { [column.field.name]: parseEntry(column.field, entry) });
      void before.then((answer) => save(row, column, entry, answer.ok ? answer.etag : undefined));
    },
    onBlock: (from: { row: number; column: number }, block: string[][]) => {
      const updates = block.slice(0, BLOCK_MAX).flatMap((cells, down) => {
        const row = rows.at(from.row + down);
        const given = cells.flatMap((cell, right) => {
          const column = columns[from.column + right];
          return column?.isEditable ? [[column.field.name, parseEntry(column.field, cell)]] : [];
        });
        return row && given.length > 0 ? [{ id: row.id, fields: Object.fromEntries(given) }] : [];
      });
      if (updates.length === 0) return;
      const former = updates.map(({ id, fields }) => {
        const row = rows.loaded.find((each) => each.id === id);
        return { id, fields: Object.fromEntries(Object.keys(fields).map((name) => [name, row?.[name] ?? null])) };
      });
      const write = (changes: typeof updates, undo?: () => void) =>
        void api.patch<BulkAnswer>("/products/bulk", { body: { updates: changes } }).then((answer) => {
          if (!answer.ok) return toastRefusal(answer.refusal);
          sayChanged(answer.value.updated, answer.value.errors, undo);
          rows.reload();
        });
      write(updates, () => write(former));
    },
  };
}

/** Words for what a bulk edit did. */
function sayChanged(updated: number, errors: { message: string }[], undo?: () => void): void {
  toast(w("changed", { n: updated }), undo ? { undo } : {});
  const [problem] = errors;
  if (problem) toast(w("notChanged", { n: errors.length, why: problem.message || c("failed") }), { isBad: true });
}
