import { markIgnored } from "../../../db/imports/pending-eans.ts";
import { mutation } from "../../../db/ports.ts";

/** Hides waiting EANs for good; unknown ids are passed over. Returns how many were hidden now. */
export const ignorePendingEans = mutation("imports.ignore-eans", (tx, { ids }: { ids: string[] }) =>
  markIgnored(tx, ids),
);
