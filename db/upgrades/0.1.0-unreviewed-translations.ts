import type { Upgrade } from "./upgrade.ts";

/**
 * What machines had translated before there was a list of what waits for a review, and no user has reviewed: it waits from its
 * last change on.
 */
export const unreviewedTranslations: Upgrade = {
  name: "translations that no user has reviewed wait for a review",
  sql: "",
  fill: {
    table: "content_variant",
    key: "rowid",
    run: `update content_variant set waits_since_ms = updated_at_us / 1000
      where rowid > :after and rowid <= :upTo and reviewed = 0 and waits_since_ms is null
        and exists (select 1 from machine_text where machine_text.tenant_id = content_variant.tenant_id
          and machine_text.product_id = content_variant.product_id and machine_text.language = content_variant.language
          and machine_text.entity_id = ifnull(content_variant.entity_id, '')
          and machine_text.configuration_id = ifnull(content_variant.configuration_id, ''))`,
  },
};
