import { initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";
import { called, computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { LIST_TAX } from "./list-terms.ts";

const LIST = {
  name: TEXT,
  channel: TEXT,
  /** ISO 4217. */
  currency: TEXT,
  priority: NUMBER,
  ...LIST_TAX,
};
const LIST_PRICE = {
  id: TEXT,
  ...LIST,
  /** Whether it is active and today is within its dates. */
  isEligible: computed(
    "list.is_active = 1 and ifnull(list.start_date_ms, 0) <= :nowMs and ifnull(list.end_date_ms, :nowMs) >= :nowMs",
    FLAG,
  ),
  /** `null`: the list has no entry for the product. */
  priceCents: computed(
    `(select entry.price_cents from price_list_entry entry
    where entry.tenant_id = :tenant and entry.price_list_id = list.id and entry.product_id = :productId
      and entry.min_quantity = 1 and entry.variant_id is null)`,
    NUMBER_OR_NULL,
  ),
};
/** A price list with what it asks for one product, in single pieces. */
export type ListPrice = ValuesOf<typeof LIST_PRICE>;
const { selected: COLUMNS, read: readListPrice } = selection("list", LIST_PRICE);

/** What an entry of a list is for, and what it asks. */
const ENTRY = {
  productId: TEXT,
  /** `null`: the product itself. */
  variantId: initially(TEXT_OR_NULL, null),
  minQuantity: NUMBER,
  priceCents: NUMBER,
  compareAtPriceCents: initially(NUMBER_OR_NULL, null),
};
const entryTable = keyedTable("price_list_entry", {
  id: TEXT,
  priceListId: TEXT,
  ...ENTRY,
  createdAtMs: NUMBER,
  updatedAtMs: NUMBER,
});

/** The currency of an entry's list. */
export const CURRENCY_OF_ENTRY = computed(
  `select price_list.currency from price_list
    where price_list.tenant_id = :tenant and price_list.id = price_list_entry.price_list_id`,
  TEXT,
);

/** The lists that hold now, the one that counts first: by priority, then the newest. */
export const listEligiblePrices = (db: Reader, productId: string, nowMs: number): Promise<ListPrice[]> =>
  db.all(
    `select ${COLUMNS} from price_list list
      where list.tenant_id = :tenant and list.is_active = 1 and ifnull(list.start_date_ms, 0) <= :nowMs
        and ifnull(list.end_date_ms, :nowMs) >= :nowMs
      order by list.priority desc, list.created_at_ms desc, list.id desc`,
    { productId, nowMs },
    readListPrice,
  );

export const findListPrice = (
  db: Reader,
  priceListId: string,
  productId: string,
  nowMs: number,
): Promise<ListPrice | undefined> =>
  db.first(
    `select ${COLUMNS} from price_list list where list.tenant_id = :tenant and list.id = :priceListId`,
    { priceListId, productId, nowMs },
    readListPrice,
  );

const ofEntry = selection("entry", { ...ENTRY, entryId: computed("entry.id", TEXT) });
const ofList = selection("list", {
  priceListId: called("id", TEXT),
  ...LIST,
  createdAtMs: NUMBER,
  startMs: called("start_date_ms", NUMBER_OR_NULL),
  endMs: called("end_date_ms", NUMBER_OR_NULL),
});
/** An entry with what decides whether its list applies. */
export type OfferedPrice = ValuesOf<typeof ofEntry.columns> & ValuesOf<typeof ofList.columns>;

/** What all active lists ask for products, the list that counts first: by priority, then the newest. */
export const listOfferedPrices = (db: Reader, productIds: readonly string[]): Promise<OfferedPrice[]> =>
  db.all(
    `select ${ofEntry.selected}, ${ofList.selected}
      from json_each(:productIds) wanted
      cross join price_list_entry entry on entry.tenant_id = :tenant and entry.product_id = wanted.value
      join price_list list on list.tenant_id = :tenant and list.id = entry.price_list_id and list.is_active = 1
      order by list.priority desc, list.created_at_ms desc, list.id desc, entry.min_quantity, entry.variant_id`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({ ...ofEntry.read(row), ...ofList.read(row) }),
  );

/** Sets what a list asks for a single piece of products. */
export const putListPrices = (
  tx: Tx,
  entries: readonly { id: string; priceListId: string; productId: string; priceCents: number }[],
  nowMs: number,
): Promise<void> =>
  entryTable.insertAll(
    tx,
    entries.map((entry) => ({ ...entry, minQuantity: 1, createdAtMs: nowMs, updatedAtMs: nowMs })),
    `on conflict do update set ${entryTable.excluded("priceCents", "updatedAtMs")},
        version = price_list_entry.version + 1`,
  );

interface Key {
  productId: string;
  variantId: string | null;
  minQuantity: number;
}

/** The ids of a list's entries by what they are for, in the order of the keys; `null` where there is none. */
export const findEntryIds = (db: Reader, priceListId: string, keys: readonly Key[]): Promise<(string | null)[]> =>
  db.all(
    `select entry.id from json_each(:keys) wanted
      left join price_list_entry entry on entry.tenant_id = :tenant and entry.price_list_id = :priceListId
        and entry.product_id = wanted.value ->> 0 and entry.min_quantity = wanted.value ->> 2
        and ifnull(entry.variant_id, '') = ifnull(wanted.value ->> 1, '')
      order by wanted.key`,
    {
      priceListId,
      keys: JSON.stringify(keys.map(({ productId, variantId, minQuantity }) => [productId, variantId, minQuantity])),
    },
    (row) => textOrNull(row, "id"),
  );

/** Makes or changes entries by what they are for. */
export const putEntries = (
  tx: Tx,
  priceListId: string,
  entries: readonly (Key & { id: string; priceCents: number; compareAtPriceCents: number | null })[],
  nowMs: number,
): Promise<void> =>
  entryTable.send(
    tx,
    entries,
    { priceListId, createdAtMs: nowMs, updatedAtMs: nowMs },
    `on conflict do update set ${entryTable.excluded("priceCents", "compareAtPriceCents", "updatedAtMs")},
        version = price_list_entry.version + 1`,
  );

/** Deletes entries of a list, at most `limit`; returns the product of each. */
export const deleteListEntries = (tx: Tx, priceListId: string, limit: number): Promise<string[]> =>
  tx.all(
    `delete from price_list_entry where tenant_id = :tenant and id in
       (select id from price_list_entry where tenant_id = :tenant and price_list_id = :priceListId limit :limit)
      returning product_id`,
    { priceListId, limit },
    (row) => text(row, "product_id"),
  );

interface EntryFilter {
  priceListId: string;
  /** `null`: of any product. */
  productId: string | null;
}

const PLACE = selection("price_list_entry", {
  id: TEXT,
  productId: TEXT,
  minQuantity: NUMBER,
  /** The variant, or "" for the product itself. */
  variantKey: computed("ifnull(variant_id, '')", TEXT),
});
/** The place of an entry in its list. */
type EntryPlace = SelectedBy<typeof PLACE>;

/** A part of a list's entries, by product, quantity and variant. */
export const listEntryPlaces = (
  db: Reader,
  { after, ...range }: EntryFilter & { after: [string, number, string] | undefined; offset: number; limit: number },
): Promise<EntryPlace[]> =>
  db.all(
    `select ${PLACE.selected} from price_list_entry
      where tenant_id = :tenant and price_list_id = :priceListId
        and product_id = ifnull(:productId, product_id)
        and (product_id, min_quantity, ifnull(variant_id, '')) > (:afterProduct, :afterQuantity, :afterVariant)
      order by product_id, min_quantity, ifnull(variant_id, '') limit :limit offset :offset`,
    { ...range, afterProduct: after?.[0] ?? "", afterQuantity: after?.[1] ?? 0, afterVariant: after?.[2] ?? "" },
    PLACE.read,
  );

export const countListEntries = (db: Reader, { priceListId, productId }: EntryFilter): Promise<number> =>
  db.one(
    `select count(*) as count from price_list_entry
      where tenant_id = :tenant and price_list_id = :priceListId and product_id = ifnull(:productId, product_id)`,
    { priceListId, productId },
    (row) => number(row, "count"),
  );

/** What lists ask for single pieces of products. */
export const findListPrices = (
  db: Reader,
  pairs: readonly (readonly [priceListId: string, productId: string])[],
): Promise<{ priceListId: string; productId: string; priceCents: number }[]> =>
  db.all(
    `select entry.price_list_id, entry.product_id, entry.price_cents from json_each(:pairs) wanted
      cross join price_list_entry entry on entry.tenant_id = :tenant and entry.price_list_id = wanted.value ->> 0
        and entry.product_id = wanted.value ->> 1 and entry.min_quantity = 1 and entry.variant_id is null`,
    { pairs: JSON.stringify(pairs) },
    (row) => ({
      priceListId: text(row, "price_list_id"),
      productId: text(row, "product_id"),
      priceCents: number(row, "price_cents"),
    }),
  );

/** Whether a list has an amount that is no multiple of another, as they are stored. */
export const hasFinerAmounts = async (db: Reader, priceListId: string, least: number): Promise<boolean> =>
  (await db.first(
    `select 1 as found from price_list_entry
      where tenant_id = :tenant and price_list_id = :priceListId
        and (price_cents % :least <> 0 or ifnull(compare_at_price_cents, 0) % :least <> 0) limit 1`,
    { priceListId, least },
    (row) => number(row, "found"),
  )) !== undefined;

/** Stores the same amounts of a list in other units, of which `from` and `to` are one of its currency. */
export const rescaleEntries = (tx: Tx, priceListId: string, units: { from: number; to: number }): Promise<number> =>
  tx.run(
    `update price_list_entry set price_cents = price_cents * :to / :from,
        compare_at_price_cents = compare_at_price_cents * :to / :from
      where tenant_id = :tenant and price_list_id = :priceListId`,
    { priceListId, ...units },
  );

/** Takes away what lists ask for single pieces of products. */
export const deleteListPrices = (tx: Tx, pairs: readonly { priceListId: string; productId: string }[]): Promise<void> =>
  tx.runMany(
    `delete from price_list_entry where tenant_id = :tenant and price_list_id = :priceListId
        and product_id = :productId and min_quantity = 1 and variant_id is null`,
    pairs.map(({ priceListId, productId }) => ({ priceListId, productId })),
  );
