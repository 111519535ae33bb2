import type { Actor, Reader, Tx } from "../ports.ts";
import { type Args, number, type Row, textOrNull } from "../rows.ts";
import { called, computed, selection } from "../selection.ts";
import { type ColumnType, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** Who made a change, as it was then. */
export interface Author {
  kind: Actor["kind"] | "import";
  id: string | null;
  /** An e-mail address, what a key was called, or the name of an imported file. */
  name: string | null;
}

/** Field, value before, value after. */
export type ChangedField = [field: string, before: unknown, after: unknown];

const CHANGE = {
  productId: computed(":productId", TEXT),
  /** Counts the changes of the product, from 1. */
  number: NUMBER,
  atMs: NUMBER,
  requestId: TEXT_OR_NULL,
  /** The change that this one took back. */
  reverts: NUMBER_OR_NULL,
  // Written by `insertChanges` from such a list.
  fields: called("changes", jsonColumn<ChangedField[]>()),
};
/** Of the record of a change. */
export const AUTHOR = {
  // A check constraint holds the words.
  kind: called("actor_kind", TEXT as ColumnType<string> as ColumnType<Author["kind"]>),
  id: called("actor_id", TEXT_OR_NULL),
  name: called("actor_name", TEXT_OR_NULL),
};
/** What one request, or one import, changed of a product. */
export interface ProductChange extends ValuesOf<typeof CHANGE> {
  author: Author;
}

const [ofChange, ofAuthor] = [selection("product_change", CHANGE), selection("product_change", AUTHOR)];
const COLUMNS = `${ofChange.selected}, ${ofAuthor.selected}`;
const readChange = (row: Row): ProductChange => ({ ...ofChange.read(row), author: ofAuthor.read(row) });

/** Which changes of a product; absent keys do not restrict. */
export interface ChangeFilter {
  productId: string;
  field?: string | undefined;
}

const FIELD_CHANGED = `(:field is null or exists (
  select 1 from json_each(product_change.changes) changed where changed.value ->> 0 = :field))`;
const OF_PRODUCT = `product_change.tenant_id = :tenant and product_change.product_row = (
  select product.row_id from product where product.tenant_id = :tenant and product.id = :productId)`;

/** A page of a product's changes, newest first. `before` is the last number of the page before. */
export const listChanges = (
  db: Reader,
  { productId, field, before, offset, limit }: ChangeFilter & { before: number | null; offset: number; limit: number },
): Promise<ProductChange[]> =>
  db.all(
    `select ${COLUMNS} from product_change
      where ${OF_PRODUCT} and product_change.number < :before and ${FIELD_CHANGED}
      order by product_change.number desc limit :limit offset :offset`,
    { productId, field: field ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit, offset },
    readChange,
  );

/** How many changes of a product there are: the last number, or, of one field, counted one by one. */
export const countChanges = (db: Reader, { productId, field }: ChangeFilter): Promise<number> =>
  field === undefined
    ? db.one(
        `select ifnull(max(product_change.number), 0) as changes from product_change where ${OF_PRODUCT}`,
        { productId },
        (row) => number(row, "changes"),
      )
    : db.one(
        `select count(*) as changes from product_change where ${OF_PRODUCT} and ${FIELD_CHANGED}`,
        { productId, field },
        (row) => number(row, "changes"),
      );

export async function findChange(
  db: Reader,
  productId: string,
  changeNumber: number,
): Promise<ProductChange | undefined> {
  const [found] = await listChanges(db, { productId, before: changeNumber + 1, offset: 0, limit: 1 });
  return found?.number === changeNumber ? found : undefined;
}

/** What the user or key is called that made a change; null for any other actor. */
const ACTOR_NAME = `case :actorKind
  when 'user' then (select email from user where tenant_id = :tenant and id = :actorId)
  when 'api_key' then (select name from api_key where tenant_id = :tenant and id = :actorId) end`;

/** What a user or key is called; `null` for any other actor. */
export const findActorName = (db: Reader, { kind, id }: Pick<Actor, "kind" | "id">): Promise<string | null> =>
  db.one(`select ${ACTOR_NAME} as name`, { actorKind: kind, actorId: id }, (row) => textOrNull(row, "name"));

/** What the changes of one request have in common. Without its name, an author is called what the user or key is. */
export type ChangeOrigin = Pick<ProductChange, "atMs" | "requestId" | "reverts"> & {
  author: Omit<Author, "name"> & Partial<Author>;
};

const originArgs = ({ atMs, author: { kind, id, name }, requestId, reverts }: ChangeOrigin): Args => ({
  atMs,
  actorKind: kind,
  actorId: id,
  isNamed: name === undefined ? 0 : 1,
  actorName: name ?? null,
  requestId,
  reverts,
});

const insertSql = (productRow: string, from: string) =>
  `insert into product_change (tenant_id, product_row, number, at_ms, actor_kind, actor_id, actor_name, request_id,
      reverts, changes)
    select :tenant, ${productRow}, 1 + ifnull((select max(known.number) from product_change known
        where known.tenant_id = :tenant and known.product_row = ${productRow}), 0),
      :atMs, :actorKind, :actorId, iif(:isNamed, :actorName, ${ACTOR_NAME}), :requestId, :reverts, changed.value
    from json_each(:changes) changed ${from}`;
const INSERT_BY_ROW = insertSql(
  "state.row_id",
  "left join product_state state on state.tenant_id = :tenant and state.row_id = changed.key",
);
const INSERT_BY_ID = insertSql(
  "product.row_id",
  "left join product on product.tenant_id = :tenant and product.id = changed.key",
);

/** A change to be stored, with the row of its product where that is known. */
export type NewChange = Pick<ProductChange, "productId" | "fields"> & { productRow?: number | undefined };

/**
 * Adds a change to the history of each product, all in one statement, and counts them on their day; no product may come twice. One that is not stored has
 * no row, which the table refuses.
 */
export async function insertChanges(tx: Tx, changes: readonly NewChange[], origin: ChangeOrigin): Promise<void> {
  const hasRows = changes.every(({ productRow }) => productRow !== undefined);
  // A text within the text: SQLite then stores each as it was written. An object: a list for each product would have to be
  // read once more for each value in it.
  const texts = Object.fromEntries(
    changes.map(({ productId, productRow, fields }) => [
      hasRows ? (productRow ?? 0) : productId,
      JSON.stringify(fields),
    ]),
  );
  await tx.send(hasRows ? INSERT_BY_ROW : INSERT_BY_ID, { ...originArgs(origin), changes: JSON.stringify(texts) });
  await countOnDay(tx, { atMs: origin.atMs, changes: changes.length });
}

const DAY_MS = 86_400_000;

/** Which day a time is on (UTC), counted from 1970. */
export const dayOfTime = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** Counts products that were made or changed on the day of that. */
export const countOnDay = (tx: Tx, { atMs, changes }: { atMs: number; changes: number }): Promise<void> =>
  tx.send(
    `insert into change_day (tenant_id, day, changes) values (:tenant, :day, :changes)
      on conflict do update set changes = changes + excluded.changes`,
    { day: dayOfTime(atMs), changes },
  );

/** How many changes each day had from one on; days without any are left out. */
export const listChangeDays = async (db: Reader, fromDay: number): Promise<Map<number, number>> =>
  new Map(
    await db.all(
      "select day, changes from change_day where tenant_id = :tenant and day >= :fromDay order by day",
      { fromDay },
      (row): [number, number] => [number(row, "day"), number(row, "changes")],
    ),
  );
