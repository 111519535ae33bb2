import type { Upgrade } from "./upgrade.ts";

// As they were called when this step was written.
const NAMES = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];
const FINE = `(${NAMES.map((name) => `'${name}'`).join(", ")})`;
const HAS_ONE = NAMES.map((name) => `instr(entries, '"${name}"') > 0`).join(" or ");

/**
 * Amounts in currencies with three decimals were hundredths as all others, and become thousandths: each is what it was. They
 * are changed together with the version, so that none is changed twice.
 */
export const thousandths: Upgrade = {
  name: "amounts in currencies with three decimals as thousandths",
  sql: `
    update price_list_entry set price_cents = price_cents * 10, compare_at_price_cents = compare_at_price_cents * 10
      where exists (select 1 from price_list where price_list.tenant_id = price_list_entry.tenant_id
        and price_list.id = price_list_entry.price_list_id and price_list.currency in ${FINE});
    update product_price set price_cents = price_cents * 10 where currency in ${FINE};
    update price_point set price_cents = price_cents * 10, before_cents = before_cents * 10 where currency in ${FINE};
    update competitor_observation set quoted_cents = quoted_cents * 10 where quoted_currency in ${FINE};
    update competitor_price set quoted_cents = quoted_cents * 10 where quoted_currency in ${FINE};
    update price_validation
      set observation = json_set(observation, '$.quotedCents', (observation ->> '$.quotedCents') * 10)
      where observation ->> '$.quotedCurrency' in ${FINE};
    update repricing_change set before_cents = before_cents * 10, after_cents = after_cents * 10
      where currency in ${FINE};
    update repricing_replay_price set start_cents = start_cents * 10, end_cents = end_cents * 10,
        lowest_cents = lowest_cents * 10, highest_cents = highest_cents * 10
      where currency in ${FINE};
    update repricing_simulation_part set entries = (select json_group_array(json(case
          when entry.value ->> 7 in ${FINE}
          then json_set(entry.value, '$[4]', (entry.value ->> 4) * 10, '$[5]', (entry.value ->> 5) * 10)
          else entry.value end)) from json_each(repricing_simulation_part.entries) entry)
      where is_skipped = 0 and (${HAS_ONE});
    update supplier set min_order_amount_cents = min_order_amount_cents * 10 where currency in ${FINE};`,
};
