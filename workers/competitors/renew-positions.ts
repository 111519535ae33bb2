import { listSoldProducts } from "../../db/competitors/observations.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { RENEWED_MAX, renewPart } from "../../src/prices/competitors/renew-positions.ts";
import { doParts } from "./product-parts.ts";

/** Works the positions of all products that a competitor sells out again; doing so twice changes nothing more. */
export const renewPositions: JobHandler<"competitors.renew-positions"> = ({ competitorId }, context) => {
  const { db, commit } = context;
  return doParts(context, (range) => listSoldProducts(db, competitorId, range), {
    atOnce: RENEWED_MAX,
    commitPart: (productIds, after) => commit(renewPart, { productIds }, { checkpoint: { after } }),
  });
};
