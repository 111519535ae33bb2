import { ApiError } from "../http/errors.ts";
import type { Draft } from "../upserts/draft.ts";
import type { UpsertItem, Workspace } from "../upserts/workspace.ts";

/**
 * Throws DUPLICATE_RESOURCE when an item would give a product a reference that another live one has: this API finds
 * products by it.
 */
export function refuseTakenReference(workspace: Workspace, { reference }: UpsertItem, draft: Draft): void {
  if (reference === null || reference === draft.row.reference) return;
  const holder = workspace.holdersOf(reference).find((each) => each !== draft && each.row.deletedAtMs === null);
  if (!holder) return;
  throw new ApiError("DUPLICATE_RESOURCE", {
    details: { field: "reference", value: reference, existing_id: holder.row.id },
  });
}
