import type { Actor, Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

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
const OF_PRODUCT = `product_change.tenant_id = :tenant and product_change.product_row =
  (select product.row_id from product where product.tenant_id = :tenant and product.id = :productId)`;

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

const CHANGES_FIELD = `(:field is null or exists (
  select 1 from json_each(product_change.changes) changed where changed.value ->> 0 = :field))`;

/** A page of a product's changes, newest first. `before` is the last number of the page before. */
export const listChanges = (
  db: Reader,
  { productId, field, before, offset, limit }: ChangeFilter & { before: number | null; offset: number; limit: number },
): Promise<ProductChange[]> =>
  db.all(
    `select ${COLUMNS} from product_change
      where ${OF_PRODUCT} and product_change.number < :before and ${CHANGES_FIELD}
      order by product_change.number desc limit :limit offset :offset`,
    { productId, field: field ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit, offset },
    readChange,
  );

export const countChanges = (db: Reader, { productId, field }: ChangeFilter): Promise<number> =>
  db.one(
    `select count(*) as changes from product_change
      where ${OF_PRODUCT} and ${CHANGES_FIELD}`,
    { productId, field: field ?? null },
    (row) => number(row, "changes"),
  );

export const findChange = (db: Reader, productId: string, changeNumber: number): Promise<ProductChange | undefined> =>
  db.first(
    `select ${COLUMNS} from product_change
      where ${OF_PRODUCT} and product_change.number = :changeNumber`,
    { productId, changeNumber },
    readChange,
  );

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

const insertSql = (fields: string, from: string) =>
  `insert into product_change (tenant_id, product_row, number, at_ms, actor_kind, actor_id, actor_name, request_id,
      reverts, changes)
    select :tenant, product.row_id, ifnull((select max(last.number) from product_change last
        where last.tenant_id = :tenant and last.product_row = product.row_id), 0) + 1,
      :atMs, :actorKind, :actorId, iif(:isNamed, :actorName, ${ACTOR_NAME}), :requestId, :reverts, ${fields}
    from ${from}`;
const INSERT_ONE = insertSql(":changes", "product where product.tenant_id = :tenant and product.id = :productId");
const INSERT_MANY = insertSql(
  "changed.value",
  "json_each(:changes) changed cross join product on product.tenant_id = :tenant and product.id = changed.key",
);

/**
 * Adds a change to the history of each product, all in one statement; no product may come twice. Returns how many of the
 * products there are.
 */
export function insertChanges(
  tx: Tx,
  changes: readonly Pick<ProductChange, "productId" | "fields">[],
  { atMs, author: { kind, id, name }, requestId, reverts }: ChangeOrigin,
): Promise<number> {
  const named = { isNamed: name === undefined ? 0 : 1, actorName: name ?? null };
  const origin = { atMs, actorKind: kind, actorId: id, ...named, requestId, reverts };
  const [first] = changes;
  if (first && changes.length === 1) {
    const { productId, fields } = first;
    return tx.run(INSERT_ONE, { ...origin, productId, changes: JSON.stringify(fields) });
  }
  // A text within the text: SQLite then stores each as it was written. An object: a list for each product would have to be
  // read once more for each value in it.
  const texts = Object.fromEntries(changes.map(({ productId, fields }) => [productId, JSON.stringify(fields)]));
  return tx.run(INSERT_MANY, { ...origin, changes: JSON.stringify(texts) });
}
