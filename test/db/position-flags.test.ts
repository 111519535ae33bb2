import { expect, test } from "bun:test";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { positionFlags } from "../../db/upgrades/0.1.0-position-flags.ts";

const KEPT =
  "product_row_id lifecycle_status workflow_status created_at_ms supplier_count has_asin has_images without_description in_stock " +
  "has_scraper_assets not_enriched";
const ADDED = "stocked variant_added variant_stocked variant_gone pictured picture_gone enriched enrichment_gone".split(
  " ",
);

/** How the tables were before the step, with one product that has all and one that has nothing. */
const BEFORE = `
  drop trigger price_position_renewed;
  drop trigger price_position_named;
  ${ADDED.map((name) => `drop trigger price_position_${name};`).join("\n")}
  ${KEPT.split(" ")
    .map((column) => `alter table price_position drop column ${column};`)
    .join("\n")}
  create trigger price_position_renewed instead of insert on renewed_price_position begin select 1; end;
  create trigger price_position_named after update of status on product begin select 1; end;
  insert into product (row_id, tenant_id, id, title, title_key, created_at_ms) values (1, 't', 'bare', 'B', 'b', 7);
  insert into product (row_id, tenant_id, id, title, title_key, description, asin, image_url, lifecycle_status, workflow_status,
      created_at_ms)
    values (2, 't', 'full', 'F', 'f', 'Text', 'B00TEST123', 'https://web.example/1.jpg', 'phase_out', 'review', 8);
  insert into product_state (row_id, tenant_id, updated_at_us, stock, supplier_count) values (1, 't', 1, 0, 0), (2, 't', 2, 0, 2);
  insert into product_variant (tenant_id, id, product_id, sku, sku_key, stock, position, created_at_ms, updated_at_us)
    values ('t', 'v', 'full', 'V', 'v', 3, 1, 1, 1);
  insert into media (tenant_id, id, product_id, source, url, is_stored, position, is_primary, created_at_ms, updated_at_us)
    values ('t', 'm', 'full', 'scraper', 'https://web.example/1.jpg', 0, 1, 1, 1, 1);
  insert into enrichment_result (tenant_id, product_id, entity_id, type, value, metadata, applied_fields, generated_at_ms)
    values ('t', 'full', '', 'title', '""', '{}', '[]', 1);
  insert into price_position (tenant_id, product_id, competitors, lowest_cents, total_cents, highest_cents, cheaper, gap, status)
    values ('t', 'bare', 1, 1, 1, 1, 0, 0, 'active'), ('t', 'full', 1, 1, 1, 1, 0, 0, 'active');`;

test("positions of before have what their products are filtered by after the upgrade, and follow it", async () => {
  const connection = openConnection(":memory:", "writer");
  await migrate(connection);
  const kept = () =>
    connection
      .rows(`select ${KEPT.replaceAll(" ", ", ")} from price_position order by product_id`, {})
      .map((row) => Object.values(row));
  connection.exec(BEFORE);
  connection.exec(positionFlags.sql);
  const bare = [1, "active", "draft", 7, 0, 0, 0, 1, 0, 0, 1];
  const full = [2, "phase_out", "review", 8, 2, 1, 1, 0, 1, 1, 0];
  // A portion that is done twice, as after a kill, changes nothing more.
  for (const [after, upTo] of [
    [0, 1],
    [0, 1],
    [1, 2],
  ] as const) {
    connection.run((positionFlags.fill?.run ?? "").replace(":after", String(after)).replace(":upTo", String(upTo)), {});
  }
  expect(kept()).toEqual([bare, full]);
  connection.exec(`update product set description = 'Text', asin = 'B00TEST124' where id = 'bare';
    update product_state set stock = 1 where row_id = 1; delete from product_variant;`);
  expect(kept()[0]).toEqual([1, "active", "draft", 7, 0, 1, 0, 0, 1, 0, 1]);
});
