import { initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** The products and languages that batches are through with. */
export const variants = keyedTable(
  "translation_variant",
  {
    batchId: TEXT,
    productId: TEXT,
    language: TEXT,
    outcome: wordColumn(["done", "failed", "skipped"]),
    error: initially(TEXT_OR_NULL, null),
  },
  ["batchId", "productId", "language"],
);

/** Of some products, the product and language of each that a batch is through with. */
export const listVariants = async (db: Reader, batchId: string, productId: readonly string[]): Promise<string[]> =>
  (await variants.list(db, { where: { batchId, productId } })).map(
    ({ productId: id, language }) => `${id}.${language}`,
  );

const ITEM = {
  id: TEXT,
  batchId: TEXT,
  productId: TEXT,
  language: TEXT,
  pivotLanguage: TEXT,
  /** Empty: all. */
  entityId: TEXT,
  configurationId: TEXT,
  field: TEXT,
  pivotText: TEXT,
  variantText: TEXT,
  qualityScore: NUMBER,
  provider: wordColumn(["translator", "llm"]),
};
/** The texts that batches have translated. */
export const items = keyedTable("translation_item", ITEM);
export type TranslationItem = ValuesOf<typeof ITEM>;

/** Which items of a batch; `null` does not restrict. */
export interface ItemFilter {
  batchId: string;
  language: string | null;
  reviewed: boolean | null;
  maxScore: number | null;
}
const MATCHES = `item.tenant_id = :tenant and item.batch_id = :batchId
  and (:language is null or item.language = :language) and (:maxScore is null or item.quality_score <= :maxScore)
  and (:reviewed is null or ifnull(variant.reviewed, 0) = :reviewed)`;
const VARIANT = `left join content_variant variant on variant.tenant_id = :tenant and variant.product_id = item.product_id
  and variant.language = item.language and ifnull(variant.entity_id, '') = item.entity_id
  and ifnull(variant.configuration_id, '') = item.configuration_id`;
const boundBy = ({ reviewed, ...filter }: ItemFilter) => ({
  ...filter,
  reviewed: reviewed === null ? null : Number(reviewed),
});

const { entityId: _entity, configurationId: _configuration, batchId: _batch, ...SHOWN } = ITEM;
const shown = selection("item", {
  ...SHOWN,
  productName: computed("product.title", TEXT),
  reviewed: computed("ifnull(variant.reviewed, 0)", FLAG),
});

/** The worst first, with the product's name and whether somebody has looked at the text's variant. */
export const listItems = (db: Reader, filter: ItemFilter, { limit, offset }: { limit: number; offset: number }) =>
  db.all(
    `select ${shown.selected} from translation_item item
      join product on product.tenant_id = :tenant and product.id = item.product_id
      ${VARIANT}
      where ${MATCHES}
      order by item.quality_score, item.product_id, item.language, item.field limit :limit offset :offset`,
    { ...boundBy(filter), limit, offset },
    shown.read,
  );

export const countItems = (db: Reader, filter: ItemFilter): Promise<number> =>
  db.one(`select count(*) as items from translation_item item ${VARIANT} where ${MATCHES}`, boundBy(filter), (row) =>
    number(row, "items"),
  );
