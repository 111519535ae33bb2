import type { Actor, Reader, Tx } from "../ports.ts";
import { CHANGE_CHAIN, entriesSql } from "../products/entry-chain.ts";
import { STATE } from "../products/product-state.ts";
import { type Args, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** Who made a change, as it was then. */
export interface Author {
  kind: Actor["kind"] | "import";
  id: string | null;
  /** An e-mail address, what a key was called, or the name of an imported file. */
  name: string | null;
}

/** Field, value before, value after. */
export type ChangedField = [field: string, before: unknown, after: unknown];

/** What one request, or one import, changed of a product. */
export interface ProductChange {
  productId: string;
  /** Counts the changes of the product, from 1. */
  number: number;
  atMs: number;
  author: Author;
  requestId: string | null;
  /** The change that this one took back. */
  reverts: number | null;
  fields: ChangedField[];
}

const COLUMNS = `:productId as product_id, product_change.number, product_change.at_ms, product_change.actor_kind,
  product_change.actor_id, product_change.actor_name, product_change.request_id, product_change.reverts,
  product_change.changes`;
const readChange = (row: Row): ProductChange => ({
  productId: text(row, "product_id"),
  number: number(row, "number"),
  atMs: number(row, "at_ms"),
  author: {
    // A check constraint holds the words.
    kind: text(row, "actor_kind") as Author["kind"],
    id: textOrNull(row, "actor_id"),
    name: textOrNull(row, "actor_name"),
  },
  requestId: textOrNull(row, "request_id"),
  reverts: numberOrNull(row, "reverts"),
  // Written by `insertChanges` from such a list.
  fields: json(row, "changes") as ChangedField[],
});

/** Which changes of a product; absent keys do not restrict. */
export interface ChangeFilter {
  productId: string;
  field?: string | undefined;
}

/** Where the chain of a product's changes ends, and how long it is. */
const LAST = `select state.row_id, state.last_change_row as last_row, state.changes as length from product
  ${STATE}
  where product.tenant_id = :tenant and product.id = :productId`;
const CHANGES_FIELD = `(:field is null or exists (
  select 1 from json_each(known.changes) changed where changed.value ->> 0 = :field))`;
/** The changes of a product from `:skip` below the last one before number `:before` down. */
const CHAIN = entriesSql(
  CHANGE_CHAIN,
  `select ended.row_id, ended.last_row, min(ended.length, :before - 1) - :skip from (${LAST}) ended`,
  CHANGES_FIELD,
);
const ALL = Number.MAX_SAFE_INTEGER;

/** A page of a product's changes, newest first. `before` is the last number of the page before. */
export function listChanges(
  db: Reader,
  { productId, field, before, offset, limit }: ChangeFilter & { before: number | null; offset: number; limit: number },
): Promise<ProductChange[]> {
  // Numbers have no gap: without a field the page is known by them, with one all changes are looked at.
  const page = field === undefined ? { skip: offset, span: limit, offset: 0 } : { skip: 0, span: ALL, offset };
  return db.all(
    `${CHAIN}
      select ${COLUMNS} from entry
        cross join product_change on product_change.tenant_id = :tenant and product_change.row_id = entry.row_id
        where entry.is_wanted limit :limit offset :offset`,
    { productId, field: field ?? null, before: before ?? ALL, limit, ...page },
    readChange,
  );
}

/** How many changes of a product there are. Those of one field are counted one by one. */
export const countChanges = (db: Reader, { productId, field }: ChangeFilter): Promise<number> =>
  field === undefined
    ? db.one(`select ifnull((select ended.length from (${LAST}) ended), 0) as changes`, { productId }, (row) =>
        number(row, "changes"),
      )
    : db.one(
        `${CHAIN} select count(*) as changes from entry where entry.is_wanted`,
        { productId, field, before: ALL, skip: 0, span: ALL },
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

/** What the user or key is called that made a change; null for whoever is neither. */
const ACTOR_NAME = `case :actorKind
  when 'user' then (select email from user where tenant_id = :tenant and id = :actorId)
  when 'api_key' then (select name from api_key where tenant_id = :tenant and id = :actorId) end`;

/** What a user or key is called; `null` for whoever is neither. */
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

const insertSql = (fields: string, from: string) =>
  `insert into product_change (tenant_id, product_row, number, previous_row, at_ms, actor_kind, actor_id, actor_name,
      request_id, reverts, changes)
    select :tenant, state.row_id, state.changes + 1, state.last_change_row,
      :atMs, :actorKind, :actorId, iif(:isNamed, :actorName, ${ACTOR_NAME}), :requestId, :reverts, ${fields}
    from ${from}`;
const STATE_OF_ROW = "product_state state where state.tenant_id = :tenant and state.row_id = :productRow";
const INSERT_ONE_BY_ROW = insertSql(":changes", STATE_OF_ROW);
const INSERT_ONE_BY_ID = insertSql(
  ":changes",
  `product ${STATE} where product.tenant_id = :tenant and product.id = :productId`,
);
const INSERT_BY_ID = insertSql(
  "changed.value",
  `json_each(:changes) changed cross join product on product.tenant_id = :tenant and product.id = changed.key ${STATE}`,
);
const INSERT_BY_ROW = insertSql(
  "changed.value",
  `json_each(:changes) changed
      cross join product_state state on state.tenant_id = :tenant and state.row_id = changed.key`,
);
/** Lets products end at the changes that the statement before this one, in the same transaction, has added. */
const END_AT_FRESH = `update product_state set last_change_row = fresh.row_id, changes = fresh.number
  from product_change fresh
  where fresh.tenant_id = :tenant and fresh.row_id > last_insert_rowid() - :added
    and +product_state.tenant_id = :tenant and product_state.row_id = fresh.product_row`;
/** The same for one product. */
const END_ONE_BY_ROW = `update product_state set last_change_row = last_insert_rowid(), changes = changes + 1
  where tenant_id = :tenant and row_id = :productRow`;
const END_ONE_BY_ID = `update product_state set last_change_row = last_insert_rowid(), changes = changes + 1
  where tenant_id = :tenant
    and row_id = (select product.row_id from product where product.tenant_id = :tenant and product.id = :productId)`;

/** Of a product without a state: as if that were an empty one. */
const INSERT_FIRST = insertSql(
  ":changes",
  "(select :productRow as row_id, 0 as changes, null as last_change_row) state",
);

/** Begins the history of a product that has no state yet: that names this entry, the row that was inserted last. */
export const insertFirstChange = (
  tx: Tx,
  productRow: number,
  fields: readonly ChangedField[],
  origin: ChangeOrigin,
): Promise<void> => tx.send(INSERT_FIRST, { ...originArgs(origin), productRow, changes: JSON.stringify(fields) });

/** A change to be kept, with the row of its product where that is known. */
export type NewChange = Pick<ProductChange, "productId" | "fields"> & { productRow?: number | undefined };

const placeOf = ({ productId, productRow }: NewChange): Args =>
  productRow === undefined ? { productId } : { productRow };

/**
 * Adds a change to the history of each product, all in one statement; no product may come twice. Returns how many of the
 * products there are.
 */
export async function insertChanges(tx: Tx, changes: readonly NewChange[], origin: ChangeOrigin): Promise<number> {
  const added = await insertEntries(tx, changes, originArgs(origin));
  const [first, second] = changes;
  if (first && !second) await tx.send(first.productRow === undefined ? END_ONE_BY_ID : END_ONE_BY_ROW, placeOf(first));
  else if (added > 0) await tx.send(END_AT_FRESH, { added });
  return added;
}

function insertEntries(tx: Tx, changes: readonly NewChange[], origin: Args): Promise<number> {
  const [first] = changes;
  if (first && changes.length === 1) {
    const sql = first.productRow === undefined ? INSERT_ONE_BY_ID : INSERT_ONE_BY_ROW;
    return tx.run(sql, { ...origin, ...placeOf(first), changes: JSON.stringify(first.fields) });
  }
  const isPlaced = changes.every(({ productRow }) => productRow !== undefined);
  // A text within the text: SQLite then stores each as it was written. An object: a list for each product would have to be
  // read once more for each value in it.
  const texts = Object.fromEntries(
    changes.map(({ productId, productRow, fields }) => [
      isPlaced ? (productRow ?? 0) : productId,
      JSON.stringify(fields),
    ]),
  );
  return tx.run(isPlaced ? INSERT_BY_ROW : INSERT_BY_ID, { ...origin, changes: JSON.stringify(texts) });
}
