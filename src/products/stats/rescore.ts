import { mutation } from "../../../db/ports.ts";
import { averageScore, listScored } from "../../../db/product-stats/rescoring.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { storeScores } from "../changes/commit/touch-products.ts";
import { completenessScore } from "../fields/completeness.ts";

const PAGE = 1_000;
const CHUNK = 500;

/** Counts the scores of some products again. Returns how many were wrong. Neither versions nor events come of it. */
export const rescore = mutation(
  "products.rescore",
  async (tx, { ids }: { ids: string[] }, context): Promise<{ changed: number }> => {
    const wrong = (await findRowsByIds(tx, ids)).flatMap((row) => {
      const score = completenessScore(row);
      return score === row.completenessScore || row.deletedAtMs !== null ? [] : [{ id: row.id, score }];
    });
    await storeScores(tx, wrong, context);
    return { changed: wrong.length };
  },
);

/** Counts the scores of all live products again. Only what looks wrong goes to the writer, some at a time. */
export async function rescoreAll({ reader, write }: ThreadServices, tenantId: string) {
  const db = reader(tenantId);
  let processed = 0;
  let changed = 0;
  let after = 0;
  let suspects: string[] = [];
  const flush = async () => {
    if (suspects.length > 0) changed += (await write(rescore, tenantId, { ids: suspects })).changed;
    suspects = [];
  };
  for (;;) {
    const page = await listScored(db, after, PAGE);
    for (const row of page) {
      if (completenessScore(row) !== row.completenessScore) suspects.push(row.id);
      if (suspects.length === CHUNK) await flush();
    }
    processed += page.length;
    after = page.at(-1)?.rowId ?? after;
    if (page.length < PAGE) break;
  }
  await flush();
  return { processed, changed, average: Math.round((await averageScore(db)) * 10) / 10 };
}
