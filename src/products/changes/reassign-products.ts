import type { MutationContext, Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { listAssigned } from "../../../db/products/owned.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { commit } from "./commit/commit.ts";

/** About 20 ms of the writer's time. */
const REASSIGNED_MAX = 500;
const FIELDS = { brand: "brand_id", category: "category_id" } as const;

/**
 * Gives up to 500 products of a brand or category another one, or none: a new `updated_at`, the completeness score and
 * their history follow. Soft-deleted ones come last. Call it until there are no more, in a transaction each.
 */
export async function reassignProducts(
  tx: Tx,
  owner: keyof typeof FIELDS,
  { from, to }: { from: string; to: string | null },
  context: MutationContext,
): Promise<{ moved: number; more: boolean }> {
  const live = await listAssigned(tx, owner, { ownerId: from, isDeleted: false, limit: REASSIGNED_MAX });
  const room = REASSIGNED_MAX - live.length;
  const deleted = room > 0 ? await listAssigned(tx, owner, { ownerId: from, isDeleted: true, limit: room }) : [];
  const ids = [...live, ...deleted];
  if (ids.length === 0) return { moved: 0, more: false };
  const changes = (await findRowsByIds(tx, ids)).map((before) => ({
    before,
    ...applyFields(before, { [FIELDS[owner]]: to }),
  }));
  await commit(tx, changes, context, { isSilent: true });
  return { moved: live.length, more: ids.length === REASSIGNED_MAX };
}
