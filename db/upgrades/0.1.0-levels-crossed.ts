import type { Upgrade } from "./upgrade.ts";

/** An order that moved a level of a shop while it was sent is known by the times of both. */
export const levelsCrossed: Upgrade = {
  name: "orders that cross the stock that is sent",
  sql: `
    alter table shop_level add column sent_at_ms integer;
    alter table shop_level add column settled_at_ms integer;
    alter table shop_level add column is_crossed integer not null default 0 check (is_crossed in (0, 1));`,
};
