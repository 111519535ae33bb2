import type { ProductsAfter } from "../../db/competitors/observations.ts";
import type { JobContext } from "../../src/jobs/job.ts";

type Context = JobContext<"competitors.move" | "competitors.renew-positions">;

/** Takes products by id, some in each commit: an interrupted job goes on behind the last one. */
export async function doParts(
  { checkpoint, signal, throwIfTurnIsOver }: Pick<Context, "checkpoint" | "signal" | "throwIfTurnIsOver">,
  list: (range: ProductsAfter) => Promise<string[]>,
  { atOnce, commitPart }: { atOnce: number; commitPart: (productIds: string[], after: string) => Promise<void> },
): Promise<void> {
  let after = checkpoint?.after ?? "";
  for (;;) {
    signal.throwIfAborted();
    const productIds = await list({ after, limit: atOnce });
    const last = productIds.at(-1);
    if (last === undefined) return;
    after = last;
    await commitPart(productIds, after);
    throwIfTurnIsOver();
  }
}
