import { EVERY_TENANT, type Reader, type Tx } from "../../db/ports.ts";
import { readClock } from "../../db/products/list.ts";
import { number, text, textOrNull } from "../../db/rows.ts";

// The characters of private use that Unicode leaves to whoever has one: no text of a product is likely to hold three.
const TAG_FIRST = 0xe000;
const TAG_RANGE = 6_400;

/** Three characters for the `count`-th tenant. The index takes them as one token. */
const tagOf = (count: number): string =>
  [count, count / TAG_RANGE, count / TAG_RANGE ** 2]
    .map((each) => String.fromCharCode(TAG_FIRST + (Math.floor(each) % TAG_RANGE)))
    .join("");

/** How far the index has followed a tenant's changes. */
export interface SearchState {
  indexedToUs: number;
  tag: string;
}

/** The tenant's state, made when it has none. */
export async function ensureState(tx: Tx): Promise<SearchState> {
  const known = await tx.first(
    "select indexed_to_us, tag from search_state where tenant_id = :tenant",
    {},
    (row): SearchState => ({ indexedToUs: number(row, "indexed_to_us"), tag: text(row, "tag") }),
  );
  if (known) return known;
  const tag = tagOf(await countStates(tx.as(EVERY_TENANT)));
  await tx.run("insert into search_state (tenant_id, indexed_to_us, tag) values (:tenant, 0, :tag)", { tag });
  return { indexedToUs: 0, tag };
}

const countStates = (tx: Tx): Promise<number> =>
  tx.one("select count(*) as states from search_state", {}, (row) => number(row, "states"));

/** Takes the next changed products of a tenant into the index, oldest change first. Returns how many there were. */
export async function indexChanges(tx: Tx, { indexedToUs, tag }: SearchState, limit: number): Promise<number> {
  const changed = await tx.all(
    `select row_id, title_key, ean, reference_key, updated_at_us from product
      where tenant_id = :tenant and updated_at_us > :indexedToUs order by updated_at_us limit :limit`,
    { indexedToUs, limit },
    (row) => ({
      rowId: number(row, "row_id"),
      words: [text(row, "title_key"), textOrNull(row, "ean") ?? "", textOrNull(row, "reference_key") ?? ""].join("\n"),
      updatedAtUs: number(row, "updated_at_us"),
    }),
  );
  await tx.runMany(
    "insert or replace into product_trigram (rowid, tenant, text) values (:rowId, :tag, :words)",
    changed.map(({ rowId, words }) => ({ rowId, tag, words })),
  );
  const last = changed.at(-1);
  if (last && changed.length === limit) await markIndexed(tx, last.updatedAtUs);
  // Then nothing is missing, also when the clock is ahead of all products because the latest was erased.
  else await markIndexed(tx, await readClock(tx));
  return changed.length;
}

const markIndexed = (tx: Tx, indexedToUs: number): Promise<number> =>
  tx.run("update search_state set indexed_to_us = :indexedToUs where tenant_id = :tenant", { indexedToUs });

/** Takes products out of the index. */
export const unindexProducts = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `delete from product_trigram where rowid in (
      select product.row_id from json_each(:ids) wanted
        cross join product on product.tenant_id = :tenant and product.id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  );

/** Some tenants whose changes are not all in the index. */
export const listBehind = (db: Reader, limit: number): Promise<string[]> =>
  db.all(
    `select tenant_clock.tenant_id from tenant_clock
      left join search_state on search_state.tenant_id = tenant_clock.tenant_id
      where tenant_clock.last_us > ifnull(search_state.indexed_to_us, 0) limit :limit`,
    { limit },
    (row) => text(row, "tenant_id"),
  );
