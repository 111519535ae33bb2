import type { MutationContext, Tx } from "../../db/ports.ts";
import { assignProducts, listAssigned } from "../../db/products/owned.ts";
import { takeTicks } from "../../db/products/write.ts";
import { recordChanges } from "../history/record-changes.ts";
import { CRITERIA } from "./completeness.ts";

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
  const firstUs = await takeTicks(tx, ids.length, context.now());
  const weight = CRITERIA.find(({ field }) => field === owner)?.weight ?? 0;
  await assignProducts(tx, owner, ids, { ownerId: to, scoreLost: to === null ? weight : 0, firstUs });
  const field = FIELDS[owner];
  await recordChanges(
    tx,
    ids.map((productId) => ({ productId, field, before: from, after: to })),
    context,
  );
  return { moved: live.length, more: ids.length === REASSIGNED_MAX };
}
