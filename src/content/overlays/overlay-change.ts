import type { Overlay } from "../../../db/overlays/overlays.ts";
import type { FieldChange } from "../../products/changes/commit/record-changes.ts";

const partOf = (overlay: Overlay) => ({
  entity_id: overlay.entityId,
  internal_reference: overlay.internalReference,
  description_override: overlay.descriptionOverride,
  short_description_override: overlay.shortDescriptionOverride,
  status: overlay.status,
  notes: overlay.notes,
});

/** What the history keeps of an overlay that was made, changed or deleted. */
export const overlayChange = (before: Overlay | undefined, after: Overlay | undefined): FieldChange => ({
  productId: (after ?? before)?.productId ?? "",
  field: "entities",
  before: before ? partOf(before) : null,
  after: after ? partOf(after) : null,
});
