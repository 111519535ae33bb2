import type { Reader, Tx } from "../ports.ts";
import { nextNumbers } from "../products/sequence.ts";
import { selection } from "../selection.ts";
import { jsonColumn, TEXT, type ValuesOf } from "../table.ts";
import { contentVariants } from "./content-records.ts";

const CONTENT = {
  productId: TEXT,
  /** ISO 639-1. */
  language: TEXT,
  /** The fields that have a value, by their API names. */
  content: jsonColumn<Record<string, unknown>>(),
};
/** Texts of a product in a language, for all entities. */
export type Content = ValuesOf<typeof CONTENT>;
const { selected, read } = selection("variant", CONTENT);

/** The texts of some products in some languages, in no order. */
export const findContentOf = (
  db: Reader,
  productIds: readonly string[],
  languages: readonly string[],
): Promise<Content[]> =>
  db.all(
    `select ${selected} from json_each(:productIds) wanted
      cross join content_variant variant on variant.tenant_id = :tenant and variant.product_id = wanted.value
        and variant.language in (select value from json_each(:languages))
        and ifnull(variant.entity_id, '') = '' and ifnull(variant.configuration_id, '') = ''`,
    { productIds: JSON.stringify(productIds), languages: JSON.stringify(languages) },
    read,
  );

/** What new rows need. */
export interface ContentStamp {
  nowMs: number;
  newId: () => string;
}

const contentKey = ({ productId, language }: Content) => `${productId} ${language}`;

/** The fields of `content` with the changes: `null` and "" clear a field, `undefined` leaves it. */
function mergeContent(content: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...content };
  for (const [field, value] of Object.entries(changes)) {
    if (value === null || value === "") delete merged[field];
    else if (value !== undefined) merged[field] = value;
  }
  return merged;
}

/**
 * Merges fields into the texts of products: `null` and "" clear a field, an absent one stays, an object is replaced
 * whole. What was reviewed is no longer. A product and language named twice takes both changes, in their order.
 */
export async function upsertContent(
  tx: Tx,
  changes: readonly Content[],
  { nowMs, newId }: ContentStamp,
): Promise<void> {
  if (changes.length === 0) return;
  const firstUs = await nextNumbers(tx, changes.length, nowMs);
  const ids = [...new Set(changes.map((each) => each.productId))];
  const languages = [...new Set(changes.map((each) => each.language))];
  const known = new Map((await findContentOf(tx, ids, languages)).map((each) => [contentKey(each), each.content]));
  const rows = changes.map(({ content, ...change }, index) => {
    const key = contentKey({ content, ...change });
    const merged = mergeContent(known.get(key) ?? {}, content);
    known.set(key, merged);
    return { ...change, id: newId(), content: merged, createdAtMs: nowMs, updatedAtUs: firstUs + index };
  });
  await contentVariants.insertAll(
    tx,
    rows,
    `on conflict (tenant_id, product_id, language, ifnull(entity_id, ''), ifnull(configuration_id, '')) do update set
        ${contentVariants.excluded("content", "reviewed", "updatedAtUs")}`,
  );
}
