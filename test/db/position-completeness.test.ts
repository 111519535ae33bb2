import { expect, test } from "bun:test";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { number } from "../../db/rows.ts";
import { positionCompleteness } from "../../db/upgrades/0.1.0-position-completeness.ts";

/** How the tables were before the step. */
const BEFORE = `
  drop trigger price_position_renewed;
  drop trigger price_position_named;
  alter table price_position drop column completeness_score;
  create trigger price_position_renewed instead of insert on renewed_price_position begin select 1; end;
  create trigger price_position_named after update of status on product begin select 1; end;
  insert into product (tenant_id, id, title, title_key, completeness_score, created_at_ms) values ('t', 'p', 'P', 'p', 77, 1);
  insert into price_position
      (tenant_id, product_id, competitors, lowest_cents, total_cents, highest_cents, cheaper, gap, status)
    values ('t', 'p', 1, 1, 1, 1, 0, 0, 'active');`;

test("positions of before have the completeness of their products after the upgrade, and follow it", async () => {
  const connection = openConnection(":memory:", "writer");
  await migrate(connection);
  const scores = () =>
    connection
      .rows("select completeness_score from price_position", {})
      .map((row) => number(row, "completeness_score"));
  connection.exec(BEFORE);
  connection.exec(positionCompleteness.sql);
  connection.run(positionCompleteness.fill?.run ?? "", { after: 0, upTo: 10 });
  expect(scores()).toEqual([77]);
  connection.exec("update product set completeness_score = 5");
  expect(scores()).toEqual([5]);
});
