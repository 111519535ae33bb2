import { expect } from "bun:test";
import { type ChangedField, countChanges, findChange, listChanges } from "../../db/history/product-changes.ts";
import type { Connection } from "../../db/local/connection.ts";
import type { Reader } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { countMovements, listMovements, type MovementFilter } from "../../db/stock/movements.ts";

/** Numbers from 0 up to `below`, the same in every run. */
export function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
export type Roll = ReturnType<typeof dice>;

/** Some of a list, none of them twice. */
export const pick = <T>(roll: Roll, from: readonly T[], count: number): T[] => {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(roll(left.length), 1)).flat();
};

/** No filter of movements. */
export const WHOLE = { fromMs: null, toMs: null, movementType: null };
/** What changes name as changed. */
export const FIELDS = ["name", "price", "stock"];

/** What a plain look at all rows says of a product's entries, newest first. */
export function plainOf(connection: Connection, tenantId: string, productId: string) {
  const read = (columns: string, table: string) =>
    connection.rows(
      `select ${columns} from ${table} where tenant_id = :tenant and product_row =
          (select row_id from product where tenant_id = :tenant and id = :productId) order by number desc`,
      { productId },
      tenantId,
    );
  return {
    changes: read("number, changes", "product_change").map((row) => ({
      number: number(row, "number"),
      fields: JSON.parse(String(row["changes"])) as ChangedField[],
    })),
    movements: read("number, id, created_at_ms, movement_type", "stock_movement").map((row) => ({
      number: number(row, "number"),
      id: String(row["id"]),
      atMs: number(row, "created_at_ms"),
      type: String(row["movement_type"]),
    })),
  };
}

const falling = (entries: readonly { number: number }[]) => entries.map((_, index) => entries.length - index);

/** The history as it is listed is that which all rows say, whole and by pages, by field and one by one. */
export async function expectHistory(
  db: Reader,
  productId: string,
  { changes }: ReturnType<typeof plainOf>,
): Promise<void> {
  expect(changes.map((change) => change.number)).toEqual(falling(changes));
  const read = async (field: string | undefined, before: number | null, offset: number, limit: number) =>
    (await listChanges(db, { productId, field, before, offset, limit })).map(({ number: n, fields }) => ({
      number: n,
      fields,
    }));
  for (const field of [undefined, ...FIELDS]) {
    const wanted = changes.filter(({ fields }) => !field || fields.some(([name]) => name === field));
    expect(await countChanges(db, { productId, field })).toBe(wanted.length);
    expect(await read(field, null, 0, wanted.length + 1)).toEqual(wanted);
    for (let offset = 0; offset <= wanted.length + 1; offset += 7) {
      expect(await read(field, null, offset, 5)).toEqual(wanted.slice(offset, offset + 5));
    }
    for (let place = 0; place < wanted.length; place += 11) {
      expect(await read(field, wanted[place]?.number ?? 0, 0, 40)).toEqual(wanted.slice(place + 1, place + 41));
    }
  }
  for (const change of changes) {
    expect(await findChange(db, productId, change.number)).toMatchObject({ ...change });
  }
  expect(await findChange(db, productId, changes.length + 1)).toBeUndefined();
}

/** The movements as they are listed are those that all rows say, whole and by pages, by type and by time. */
export async function expectMovements(db: Reader, productId: string, { movements }: ReturnType<typeof plainOf>) {
  expect(movements.map((movement) => movement.number)).toEqual(falling(movements));
  const middle = movements[Math.floor(movements.length / 2)]?.atMs ?? 0;
  const filters: MovementFilter[] = [
    { ...WHOLE, productId },
    { ...WHOLE, productId, movementType: "sync" },
    { ...WHOLE, productId, fromMs: middle - 20, toMs: middle },
  ];
  for (const filter of filters) {
    const read = async (before: number | undefined, offset: number, limit: number) =>
      (await listMovements(db, filter, { before: before ?? null, offset, limit })).map(({ id }) => id);
    const found = movements.filter(
      ({ atMs, type }) =>
        (filter.fromMs === null || atMs >= filter.fromMs) &&
        (filter.toMs === null || atMs <= filter.toMs) &&
        (filter.movementType === null || type === filter.movementType),
    );
    const wanted = found.map(({ id }) => id);
    expect(await countMovements(db, filter)).toBe(wanted.length);
    expect(await read(undefined, 0, wanted.length + 1)).toEqual(wanted);
    for (let place = 0; place <= wanted.length; place += 9) {
      expect(await read(undefined, place, 6)).toEqual(wanted.slice(place, place + 6));
      const cursor = found[place]?.number;
      if (cursor !== undefined) expect(await read(cursor, 0, 40)).toEqual(wanted.slice(place + 1, place + 41));
    }
  }
}
