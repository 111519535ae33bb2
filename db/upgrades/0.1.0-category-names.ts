import type { Upgrade } from "./upgrade.ts";

/** A category that is renamed or moved here follows in shops, which know what it was called. */
export const categoryNames: Upgrade = {
  name: "what shops call categories",
  sql: `
    alter table platform_category add column name text;
    alter table platform_category add column parent_id text;`,
};
