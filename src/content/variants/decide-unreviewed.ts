import { machineTexts } from "../../../db/ai/machine-texts.ts";
import type { ContentRecord } from "../../../db/content-variants/content-records.ts";
import { findReviewed, listUnreviewed, type UnreviewedFilter } from "../../../db/content-variants/unreviewed.ts";
import { mutation, type Tx } from "../../../db/ports.ts";
import { textDigest } from "../../ai/provider/machine-texts.ts";
import { ApiError } from "../../http/output/errors.ts";
import { type DecidedMany, decideEach } from "../../kit/decide-many.ts";
import { findLanguages } from "../../settings/languages.ts";
import { reviewContent } from "./review-content.ts";

/** Whether somebody has changed what a machine wrote of these texts. */
async function isEdited(tx: Tx, { content, entityId, configurationId, ...record }: ContentRecord): Promise<boolean> {
  const { productId, language } = record;
  const place = { productId, language, entityId: entityId ?? "", configurationId: configurationId ?? "" };
  const written = await machineTexts.list(tx, { where: place });
  return written.some(({ field, textHash }) => textDigest(content[field] ?? null) !== textHash);
}

/** How a record is named by requests. */
const requestOf = ({ productId, language, entityId, configurationId }: ContentRecord) => ({
  productId,
  language,
  target: { entity_id: entityId ?? undefined, configuration_id: configurationId ?? undefined },
  expected: null,
});

/** Which texts that wait are accepted. */
export interface Acceptance {
  filter: UnreviewedFilter;
  /** The versions that the caller has read; absent: any. */
  versions?: readonly number[] | undefined;
  /** Also what somebody has edited since a machine wrote it. */
  overwrite: boolean;
  limit: number;
  skip: number;
}

/** Accepts some of the texts that wait, each by itself: a conflict leaves the others. Called page by page. */
export const acceptUnreviewed = mutation(
  "content-variants.accept-unreviewed",
  async (tx, { filter, versions, overwrite, limit, skip }: Acceptance, context): Promise<DecidedMany> => {
    const { pivot } = await findLanguages(tx);
    const found = new Map((await listUnreviewed(tx, filter, { limit, offset: skip })).map((each) => [each.id, each]));
    return decideEach([...found.keys()], async (id) => {
      const each = found.get(id) as ContentRecord; // one of the keys
      // Of the language that is the pivot by now the product's own texts are shown.
      const isMaster = each.language === pivot && each.entityId === null;
      const isOther = versions !== undefined && !versions.includes(each.updatedAtUs);
      if (isMaster || isOther || (!overwrite && (await isEdited(tx, each)))) throw new ApiError("EDITED_MEANWHILE");
      await reviewContent.run(tx, { ...requestOf(each), reviewed: true }, context);
    });
  },
);

/** Has texts that were reviewed, and not changed since, wait again. */
export const reopenReviewed = mutation(
  "content-variants.reopen-reviewed",
  async (tx, { ids }: { ids: readonly string[] }, context): Promise<DecidedMany> => {
    const found = new Map((await findReviewed(tx, ids)).map((each) => [each.id, each]));
    return decideEach(ids, async (id) => {
      const each = found.get(id);
      if (!each) throw new ApiError("EDITED_MEANWHILE");
      await reviewContent.run(tx, { ...requestOf(each), reviewed: false }, context);
    });
  },
);
