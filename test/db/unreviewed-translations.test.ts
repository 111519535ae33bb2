import { expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { SCHEMA } from "../../db/schema.ts";
import { unreviewedTranslations } from "../../db/upgrades/0.1.0-unreviewed-translations.ts";
import { hashOf } from "../../db/upgrades/run-upgrade.ts";
import type { Plan } from "../../db/upgrades/upgrade.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

const BEFORE: Plan = { schema: SCHEMA, released: [], upgrades: [] };
const AFTER: Plan = {
  schema: SCHEMA,
  released: [{ program: "0.1.0", schema: 1, sha256: hashOf(SCHEMA) }],
  upgrades: [unreviewedTranslations],
};
const FORMER = 6_000;

const text = (id: string, language: string, entity: string | null, reviewed: 0 | 1) =>
  `insert into content_variant (tenant_id, id, product_id, language, entity_id, content, reviewed, created_at_ms, updated_at_us)
    values ('t', '${id}', 'p', '${language}', ${entity && `'${entity}'`}, '{"title":"T"}', ${reviewed}, 1, 1764000000123456);`;
const written = (language: string, entity: string) =>
  `insert into machine_text (tenant_id, product_id, language, entity_id, configuration_id, field, text_hash)
    values ('t', 'p', '${language}', '${entity}', '', 'title', 'h');`;

test("what machines had translated and no user reviewed waits once, also when the upgrade is cut", async () => {
  const database = openConnection(join(temporaryFolder(), "old.db"), "writer");
  await migrate(database, { plan: BEFORE });
  database.rows("pragma foreign_keys = off", {});
  // More than a portion, of a user's own.
  database.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${FORMER})
    insert into content_variant (tenant_id, id, product_id, language, content, created_at_ms, updated_at_us)
      select 't', 'own' || i, 'own' || i, 'de', '{"title":"T"}', 1, 1 from n;`);
  database.exec(
    [
      text("waits", "de", null, 0) + written("de", ""),
      text("reviewed", "es", null, 1) + written("es", ""),
      text("of-a-channel", "it", "e", 0) + written("it", "e"),
      // The machine wrote another text: that of the channel.
      text("beside", "it", null, 0),
    ].join(""),
  );
  const waiting = () =>
    database.rows("select id, waits_since_ms from content_variant where waits_since_ms is not null order by id", {});
  const cut = () => {
    throw new Error("cut");
  };
  await refusal(migrate(database, { plan: AFTER, note: ({ done }) => (done === 5_000 ? cut() : undefined) }));
  expect(waiting()).toEqual([]);
  await migrate(database, { plan: AFTER });
  expect(waiting()).toEqual([
    { id: "of-a-channel", waits_since_ms: 1_764_000_000_123 },
    { id: "waits", waits_since_ms: 1_764_000_000_123 },
  ]);

  // What is decided afterwards stays so.
  database.exec("update content_variant set waits_since_ms = null where id = 'waits'");
  await migrate(database, { plan: AFTER });
  expect(waiting().map(({ id }) => id)).toEqual(["of-a-channel"]);
});
