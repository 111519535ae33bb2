import { expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { SCHEMA } from "../../db/schema.ts";
import { pricesAsBefore } from "../../db/upgrades/0.1.0-prices-as-before.ts";
import { hashOf } from "../../db/upgrades/run-upgrade.ts";
import { temporaryFolder } from "../cleanup.ts";

test("shops that do not say whether their prices contain tax get those that they got before", async () => {
  const database = openConnection(join(temporaryFolder(), "old.db"), "writer");
  await migrate(database, { plan: { schema: SCHEMA, released: [], upgrades: [] } });
  const connect = (id: string, platformId: string, options: string) =>
    database.exec(
      `insert into connector (tenant_id, id, platform_id, name, sync_options, created_at_ms)
        values ('t', '${id}', '${platformId}', 'Shop', '${options}', 1)`,
    );
  connect("a", "magento", '{"currency":"USD"}');
  connect("b", "squarespace", "{}");
  connect("c", "magento", '{"price_tax":"excluded"}');
  connect("d", "woocommerce", "{}");
  const released = [{ program: "0.1.0", schema: 1, sha256: hashOf(SCHEMA) }];
  await migrate(database, { plan: { schema: SCHEMA, released, upgrades: [pricesAsBefore] } });
  const kept = database.rows("select sync_options from connector order by id", {});
  expect(kept.map((row) => JSON.parse(String(row["sync_options"])))).toEqual([
    { currency: "USD", price_tax: "included" },
    { price_tax: "included" },
    { price_tax: "excluded" },
    {},
  ]);
});
