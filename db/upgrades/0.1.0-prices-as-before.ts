import type { Upgrade } from "./upgrade.ts";

/** Shops whose API does not say whether their prices contain tax get those that they got: with tax, as nothing else was said. */
export const pricesAsBefore: Upgrade = {
  name: "prices go on to shops that do not say whether theirs contain tax",
  sql: `
    update connector set sync_options = json_set(sync_options, '$.price_tax', 'included'), version = version + 1
      where platform_id in ('magento', 'squarespace') and json_extract(sync_options, '$.price_tax') is null;`,
};
