import type { Upgrade } from "./upgrade.ts";

/** A change of a shop's level whose answer was lost is known by what the shop had before. */
export const levelsUnderWay: Upgrade = {
  name: "changes of the stock of shops that are under way",
  sql: `
    alter table shop_level add column sent_by integer;
    alter table shop_level add column sent_from integer;`,
};
