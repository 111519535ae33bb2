import type { Upgrade } from "./upgrade.ts";

/** What a shop said of its prices in its last test decides whether prices are sent. */
export const shopPriceTax: Upgrade = {
  name: "whether prices of shops contain tax",
  sql: `
    alter table connector add column shop_price_tax text check (shop_price_tax in ('included', 'excluded'));`,
};
