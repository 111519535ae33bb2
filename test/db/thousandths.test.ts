import { expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { SCHEMA } from "../../db/schema.ts";
import { thousandths } from "../../db/upgrades/0.1.0-thousandths.ts";
import { hashOf } from "../../db/upgrades/run-upgrade.ts";
import type { Plan } from "../../db/upgrades/upgrade.ts";
import { temporaryFolder } from "../cleanup.ts";

const BEFORE: Plan = { schema: SCHEMA, released: [], upgrades: [] };
const AFTER: Plan = {
  schema: SCHEMA,
  released: [{ program: "0.1.0", schema: 1, sha256: hashOf(SCHEMA) }],
  upgrades: [thousandths],
};

/** What a program that kept hundredths has left: the same of a currency with three decimals and of one with two. */
const ROWS = ["KWD", "EUR"]
  .map(
    (currency) => `
  insert into supplier (tenant_id, id, code, code_key, name, currency, min_order_amount_cents, created_at_ms, updated_at_ms)
    values ('t', 's${currency}', '${currency}', '${currency}', 'S', '${currency}', 1001, 1, 1);
  insert into price_list (tenant_id, id, name, channel, currency, created_at_ms, updated_at_ms)
    values ('t', 'l${currency}', 'L', 'c', '${currency}', 1, 1);
  insert into price_list_entry (tenant_id, id, price_list_id, product_id, price_cents, compare_at_price_cents, created_at_ms, updated_at_ms)
    values ('t', 'e${currency}', 'l${currency}', 'p', 123, null, 1, 1), ('t', 'f${currency}', 'l${currency}', 'q', 124, 200, 1, 1);
  insert into product_price (tenant_id, id, product_id, source, currency, price_cents, created_at_ms, updated_at_ms)
    values ('t', 'p${currency}', 'p', 'souk', '${currency}', 125, 1, 1);
  insert into price_point (tenant_id, product_id, source, currency, before_cents, price_cents, is_active, origin, recorded_at_ms)
    values ('t', 'p', 'souk', '${currency}', null, 126, 1, 'manual', 1);
  insert into competitor_observation (tenant_id, product_id, competitor_id, url, price_cents, quoted_cents, quoted_currency, observed_at_ms)
    values ('t', 'p', 'c', 'u', 400, 127, '${currency}', 1);
  insert into competitor_price (tenant_id, product_id, competitor_id, price_cents, url, quoted_cents, quoted_currency, observed_at_ms, base_cents, base_at_ms)
    values ('t', 'p', 'c${currency}', 400, 'u', 128, '${currency}', 1, 400, 1);
  insert into price_validation (tenant_id, id, reason, status, competitor_id, internal_sku, candidates, price_cents, observation, created_at_ms)
    values ('t', 'v${currency}', 'outlier', 'pending', 'c', '${currency}', '[]', 400,
      '{"priceCents":400,"quotedCents":129,"quotedCurrency":"${currency}","url":"u"}', 1);
  insert into repricing_change (tenant_id, id, product_id, before_cents, after_cents, reason, currency, actor_kind, created_at_ms)
    values ('t', 'h${currency}', 'p', null, 130, 'r', '${currency}', 'system', 1);
  insert into repricing_replay_price (tenant_id, replay_id, place, product_id, currency, rule_id, start_cents, end_cents, lowest_cents, highest_cents, changes)
    values ('t', 'r${currency}', 1, 'p', '${currency}', 'x', null, 131, 132, 133, 1);
  insert into repricing_simulation (tenant_id, id, rules, evaluated, skipped, expires_at_ms) values ('t', 'm${currency}', '[]', 1, 0, 9);
  insert into repricing_simulation_part (tenant_id, simulation_id, is_skipped, place, entries)
    values ('t', 'm${currency}', 0, 1, '[["p","x","R","l",null,134,"match","${currency}",0.3574],["q","x","R",null,135,136,"match","EUR",null]]');`,
  )
  .join("\n");

const AMOUNTS = {
  supplier: "id, min_order_amount_cents",
  price_list_entry: "id, price_cents, compare_at_price_cents",
  product_price: "id, price_cents",
  price_point: "currency, before_cents, price_cents",
  competitor_observation: "quoted_currency, price_cents, quoted_cents",
  competitor_price: "quoted_currency, price_cents, quoted_cents",
  price_validation: "id, price_cents, observation",
  repricing_change: "id, before_cents, after_cents",
  repricing_replay_price: "currency, start_cents, end_cents, lowest_cents, highest_cents",
  repricing_simulation_part: "simulation_id, entries",
};

test("what was stored of dinars in hundredths is the same in thousandths, and all else is what it was", async () => {
  const database = openConnection(join(temporaryFolder(), "old.db"), "writer");
  await migrate(database, { plan: BEFORE });
  database.rows("pragma foreign_keys = off", {});
  database.exec(ROWS);
  const all = () =>
    Object.entries(AMOUNTS).map(([name, columns]) =>
      database.rows(`select ${columns} from ${name} order by 1`, {}).map((row) => Object.values(row)),
    );
  const [before] = [all()];
  await migrate(database, { plan: AFTER });

  const after = all();
  // Of the two rows of each kind, that in euros is as it was.
  const euros = (rows: unknown[][][]) => rows.map((table) => table.filter(([name]) => String(name).endsWith("EUR")));
  expect(euros(after)).toEqual(euros(before));
  const dinars = after.map((table) =>
    table.filter(([name]) => String(name).endsWith("KWD")).map((row) => row.slice(1)),
  );
  expect(dinars).toEqual([
    [[10_010]],
    [
      [1230, null],
      [1240, 2000],
    ],
    [[1250]],
    [[null, 1260]],
    [[400, 1270]],
    [[400, 1280]],
    [[400, '{"priceCents":400,"quotedCents":1290,"quotedCurrency":"KWD","url":"u"}']],
    [[null, 1300]],
    [[null, 1310, 1320, 1330]],
    [['[["p","x","R","l",null,1340,"match","KWD",0.3574],["q","x","R",null,135,136,"match","EUR",null]]']],
  ]);
  // A second start changes nothing more.
  await migrate(database, { plan: AFTER });
  expect(all()).toEqual(after);
});
