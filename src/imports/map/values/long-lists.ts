import { MEDIA_MAX } from "../../../products/media/named-images.ts";
import { TAGS_MAX } from "../../../reference/tags/schema.ts";
import type { RowDraft } from "../row/draft.ts";

/** How many of each a product can have. */
const MOST = [
  ["image_urls", MEDIA_MAX],
  ["tags", TAGS_MAX],
] as const;

/** Cuts the lists that several columns have made longer than what a product can have, and warns of it. */
export function cutLongLists({ row }: RowDraft): void {
  for (const [field, limit] of MOST) {
    const values = row.values[field];
    if (!Array.isArray(values) || values.length <= limit) continue;
    const different = [...new Set(values)];
    row.values[field] = different.slice(0, limit);
    if (different.length <= limit) continue;
    row.problems.push({
      severity: "warning",
      errorType: "too_long",
      field,
      messageKey: "too_many",
      params: { limit },
      rawValue: null,
    });
  }
}
