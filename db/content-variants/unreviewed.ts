import type { TextPlace } from "../ai/machine-texts.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";
import { contentVariants } from "./content-records.ts";

const UNREVIEWED = selection("content_variant", {
  ...contentVariants.columns,
  waitsSinceMs: NUMBER,
  productTitle: computed("product.title", TEXT),
});
/** Texts of a live product in a language that a machine has stored and no user has reviewed since. */
export type Unreviewed = SelectedBy<typeof UNREVIEWED>;

/** A maximum of what is counted. */
export const UNREVIEWED_COUNTED_MAX = 10_000;

/** `null`: in all languages. */
const OF_LANGUAGE = (language: string | null) => (language === null ? "" : "and content_variant.language = :language");
const bound = (language: string | null) => (language === null ? {} : { language });
const PRODUCT = `cross join product on product.tenant_id = :tenant and product.id = content_variant.product_id
  and product.deleted_at_ms is null`;

/** Those that wait, the oldest first. */
export const listUnreviewed = (
  db: Reader,
  language: string | null,
  {
    after,
    offset,
    limit,
  }: { after: readonly [waitsSinceMs: number, id: string] | undefined; offset: number; limit: number },
): Promise<Unreviewed[]> =>
  db.all(
    `select ${UNREVIEWED.selected} from content_variant ${PRODUCT}
      where content_variant.tenant_id = :tenant and content_variant.waits_since_ms is not null
        ${OF_LANGUAGE(language)}
        ${after ? "and (content_variant.waits_since_ms, content_variant.id) > (:afterMs, :afterId)" : ""}
      order by content_variant.waits_since_ms, content_variant.id limit :limit offset :offset`,
    { ...bound(language), ...(after && { afterMs: after[0], afterId: after[1] }), offset, limit },
    UNREVIEWED.read,
  );

/** How many wait, up to the maximum. */
export const countUnreviewed = (db: Reader, language: string | null): Promise<number> =>
  db.one(
    `select count(*) as variants from (select 1 from content_variant ${PRODUCT}
      where content_variant.tenant_id = :tenant and content_variant.waits_since_ms is not null
        ${OF_LANGUAGE(language)} limit ${UNREVIEWED_COUNTED_MAX})`,
    bound(language),
    (row) => number(row, "variants"),
  );

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
