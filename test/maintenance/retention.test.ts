import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { AGING_TABLES } from "../../db/maintenance/old-rows.ts";
import { RETENTION, RETENTION_OF } from "../../src/config/retention.ts";
import { deleteOldOfAll } from "../../workers/maintenance/maintain.ts";
import { between } from "../docs/markers.ts";
import { retentionTable } from "../docs/retention-table.ts";
import { newTenant, services } from "../harness.ts";
import { TEST_FAMILIES } from "../sweeps/test-families.ts";
import { addRuns, RUN_TABLES } from "./add-runs.ts";

/** Tables that are not swept by age, and why each needs none. */
const LASTING = {
  "one row for each thing that people or partners enter, until they delete it": [
    "ai_document ai_document_chunk api_key brand category competitor competitor_match compliance_document compliance_rule",
    "connector connector_feed content_variant ean_asin_mapping ean_asin_template entity entity_configuration export_platform",
    "export_feed export_profile export_schedule import_config import_config_file",
    "map_price mapping_template master_review media monitored_product platform_mapping price_alert",
    "price_list price_list_entry product product_entity product_option product_price product_relation product_supplier product_tag",
    "product_variant prompt prompt_binding repricing_rule schedule search_synonym secret setting supplier tag tenant user webhook",
  ],
  "at most one row for each of those": [
    "competitor_price map_case price_position enrichment_run enrichment_result job_lane job_queue machine_text platform_category platform_sending",
    "product_count product_state product_vector search_lease search_state tenant_clock tenant_storage import_sweep price_sweep web_run webhook_lane",
  ],
  "the history of a product, which goes with it": [
    "ai_proposal enrichment_history product_change product_move stock_movement",
  ],
  "a batch that somebody has started, which is what the costs of AI are shown by": [
    "enrichment_batch enrichment_batch_item translation_batch translation_item translation_variant",
  ],
  "an import, until S37.25 archives it or somebody deletes it": [
    "import import_error import_image import_revert import_revert_left import_source import_step",
  ],
  "one row for each model, day, month and batch; calls of the last minute": ["ai_model ai_spend ai_turn change_day"],
  "ten rows at most for each user, whom they go with": ["login_network"],
  "each entry seals the one before": ["audit_entry"],
  "one row for each code that waits for a decision": ["pending_ean"],
  "a number of changes that is never given again, which copies of the catalog are told by": ["product_tombstone"],
} as const;

const lasting = [
  ...Object.values(LASTING).flatMap((lines) => lines.flatMap((line) => line.split(" "))),
  ...TEST_FAMILIES.flatMap(({ lasting: own }) => own?.tables ?? []),
];
const swept = Object.values(RETENTION).flatMap(({ tables }): readonly string[] => tables);
const scripts = await Promise.all(
  (await Array.fromAsync(new Glob("db/schema/*.sql").scan("."))).map((file) => Bun.file(file).text()),
);
const tables = scripts.flatMap((sql) => [...sql.matchAll(/^create table (\w+)/gm)].map(([, name = ""]) => name));

describe("what is stored", () => {
  test("each table is in the list of what has its time, or in that of what lasts", () => {
    expect(tables.filter((name) => !(swept.includes(name) || lasting.includes(name)))).toEqual([]);
    expect(lasting.filter((name) => swept.includes(name) || !tables.includes(name))).toEqual([]);
    expect(swept.filter((name) => !tables.includes(name))).toEqual([]);
    for (const name of AGING_TABLES) expect<readonly string[]>(RETENTION[RETENTION_OF[name]].tables).toContain(name);
  });

  test("the document has that list: retention-table.ts writes it", async () => {
    const page = await Bun.file("docs/operating.md").text();
    const { from, to } = between(page, "retention");
    expect(page.slice(from, to).trim()).toBe(retentionTable());
  });
});

test("runs of machines go when they have had their time, with all that hangs on them, and no other", async () => {
  const tenant = await newTenant();
  await services.write(addRuns, tenant.id, undefined);
  await deleteOldOfAll(services, new AbortController().signal);
  const left = async (table: string, column = "id") =>
    tenant.db.all(`select distinct ${column} as id from ${table} where tenant_id = :tenant`, {}, (row) => row["id"]);
  for (const table of RUN_TABLES) expect([table, await left(table)]).toEqual([table, ["young"]]);
  expect(await left("export_item", "job_id")).toEqual(["young"]);
  expect(await left("sync_note", "job_id")).toEqual(["young"]);
});
