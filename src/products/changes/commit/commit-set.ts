import type { MutationContext, Tx } from "../../../../db/ports.ts";
import type { ChangeSet } from "../set/change-set.ts";
import { storeNames } from "../set/names.ts";
import { type CommitOrigin, commit } from "./commit.ts";

/** Stores all that the items of a batch have changed, after the brands and suppliers that they have named. */
export async function commitSet(
  tx: Tx,
  set: ChangeSet,
  context: MutationContext,
  origin: CommitOrigin = {},
): Promise<void> {
  await storeNames(tx, set.names, context);
  await commit(tx, [...set.changes.values()], context, origin);
}
