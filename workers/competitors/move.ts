import { listMovingProducts } from "../../db/competitors/merging.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { endMove, movePart } from "../../src/prices/competitors/merge-competitors.ts";
import { doParts } from "./product-parts.ts";

/** The number of products of a commit: each has all of its observations moved. */
const AT_ONCE = 200;

/** Moves what was seen of a competitor to another, product by product. */
export const move: JobHandler<"competitors.move"> = async (payload, context) => {
  const { db, commit } = context;
  await doParts(context, (range) => listMovingProducts(db, payload, range), {
    atOnce: AT_ONCE,
    commitPart: (productIds, after) => commit(movePart, { ...payload, productIds }, { checkpoint: { after } }),
  });
  await commit(endMove, payload, "done");
};
