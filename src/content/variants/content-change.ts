import type { ContentRecord } from "../../../db/content-variants/content-records.ts";
import type { FieldChange } from "../../products/changes/commit/record-changes.ts";
import { CONTENT_FIELDS } from "../../products/views/resolve-content.ts";

/** Of a record: which it is, and those of its fields. */
const partOf = (record: ContentRecord, fields: readonly string[]) => ({
  language: record.language,
  entity_id: record.entityId,
  configuration_id: record.configurationId,
  reviewed: record.reviewed,
  ...Object.fromEntries(fields.map((field) => [field, record.content[field] ?? null])),
});

/** What the history keeps of a content variant that was made, changed or deleted: the texts that differ. */
export function contentChange(before: ContentRecord | undefined, after: ContentRecord | undefined): FieldChange {
  const differing = CONTENT_FIELDS.filter(
    (field) => JSON.stringify(before?.content[field]) !== JSON.stringify(after?.content[field]),
  );
  return {
    productId: (after ?? before)?.productId ?? "",
    field: "content_variants",
    before: before ? partOf(before, differing) : null,
    after: after ? partOf(after, differing) : null,
  };
}
