import type { TextPlace } from "../ai/machine-texts.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT } from "../table.ts";
import { type ContentRecord, contentVariants } from "./content-records.ts";

/** The lowest score that a batch has given its translations, of those that stand there as they were made. */
const SCORE = `(select min(item.quality_score) from translation_item item
  where item.tenant_id = :tenant and item.product_id = content_variant.product_id
    and item.language = content_variant.language and item.entity_id = ifnull(content_variant.entity_id, '')
    and item.configuration_id = ifnull(content_variant.configuration_id, '')
    and item.variant_text = content_variant.content ->> item.field)`;

const UNREVIEWED = selection("content_variant", {
  ...contentVariants.columns,
  waitsSinceMs: NUMBER,
  productTitle: computed("product.title", TEXT),
  score: computed(SCORE, NUMBER_OR_NULL),
});
/** Texts of a live product in a language that a machine has stored and no user has reviewed since. */
export type Unreviewed = SelectedBy<typeof UNREVIEWED>;

/** A maximum of what is counted. */
export const UNREVIEWED_COUNTED_MAX = 10_000;

/** Which of them; what is absent does not restrict. */
export interface UnreviewedFilter {
  ids?: readonly string[] | undefined;
  language?: string | undefined;
  productId?: string | undefined;
  entityId?: string | undefined;
  /** Texts without a score have neither. */
  minScore?: number | undefined;
  maxScore?: number | undefined;
}

const CONDITIONS: { [F in keyof UnreviewedFilter]-?: string } = {
  ids: "and content_variant.id in (select value from json_each(:ids))",
  language: "and content_variant.language = :language",
  productId: "and content_variant.product_id = :productId",
  entityId: "and content_variant.entity_id = :entityId",
  minScore: `and ${SCORE} >= :minScore`,
  maxScore: `and ${SCORE} <= :maxScore`,
};

const WAITING = `content_variant cross join product on product.tenant_id = :tenant
    and product.id = content_variant.product_id and product.deleted_at_ms is null
  where content_variant.tenant_id = :tenant and content_variant.waits_since_ms is not null`;

/** What a filter adds to the statement, and what it binds. */
function restriction(filter: UnreviewedFilter): { conditions: string; values: Record<string, string | number> } {
  const { ids, ...others } = filter;
  const given = Object.entries({ ...others, ids: ids && JSON.stringify(ids) }).filter(
    (each): each is [keyof UnreviewedFilter, string | number] => each[1] !== undefined,
  );
  return { conditions: given.map(([name]) => CONDITIONS[name]).join(" "), values: Object.fromEntries(given) };
}

/** Those that wait, the oldest first. */
export function listUnreviewed(
  db: Reader,
  filter: UnreviewedFilter,
  {
    after,
    offset,
    limit,
  }: { after?: readonly [waitsSinceMs: number, id: string] | undefined; offset: number; limit: number },
): Promise<Unreviewed[]> {
  const { conditions, values } = restriction(filter);
  return db.all(
    `select ${UNREVIEWED.selected} from ${WAITING} ${conditions}
        ${after ? "and (content_variant.waits_since_ms, content_variant.id) > (:afterMs, :afterId)" : ""}
      order by content_variant.waits_since_ms, content_variant.id limit :limit offset :offset`,
    { ...values, ...(after && { afterMs: after[0], afterId: after[1] }), offset, limit },
    UNREVIEWED.read,
  );
}

/** How many wait, up to the maximum. */
export function countUnreviewed(db: Reader, filter: UnreviewedFilter): Promise<number> {
  const { conditions, values } = restriction(filter);
  return db.one(
    `select count(*) as variants from (select 1 from ${WAITING} ${conditions} limit ${UNREVIEWED_COUNTED_MAX})`,
    values,
    (row) => number(row, "variants"),
  );
}

/** Those of some ids that a user has reviewed, and that were not changed since; in no order. */
export const findReviewed = (db: Reader, id: readonly string[]): Promise<ContentRecord[]> =>
  contentVariants.list(db, { where: { id, reviewed: true } });

/** Has texts of a place wait for a review from now on, unless they wait already. */
export const noteUnreviewed = (tx: Tx, { productId, language, entityId, configurationId }: TextPlace, nowMs: number) =>
  tx.send(
    `update content_variant set waits_since_ms = :nowMs
      where tenant_id = :tenant and product_id = :productId and language = :language
        and ifnull(entity_id, '') = :entityId and ifnull(configuration_id, '') = :configurationId
        and waits_since_ms is null`,
    { productId, language, entityId, configurationId, nowMs },
  );

/** Says since when a record waits for a review; `null`: it does no longer. */
export const setWaitsSince = (tx: Tx, id: string, waitsSinceMs: number | null): Promise<number> =>
  tx.run("update content_variant set waits_since_ms = :waitsSinceMs where tenant_id = :tenant and id = :id", {
    id,
    waitsSinceMs,
  });
