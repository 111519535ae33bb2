import { afterAll, expect, test } from "bun:test";
import { COUNT, fixed, initially, keyedTable } from "../../db/keyed-table.ts";
import { type AnyMutation, mutation } from "../../db/ports.ts";
import { called, computed, type SelectedBy, selection } from "../../db/selection.ts";
import { FLAG, jsonColumn, NUMBER, TEXT, TEXT_OR_NULL } from "../../db/table.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openFileDatabase } from "./databases.ts";

const WAITING = {
  id: TEXT,
  supplierCode: fixed(TEXT),
  sku: fixed(TEXT),
  label: called("name", TEXT),
  status: initially(TEXT, "pending"),
  eanType: initially(TEXT, "ean_to_resolve"),
  resolutionScore: COUNT,
  importCount: COUNT,
  rowData: initially(jsonColumn<unknown>(), {}),
  importId: TEXT,
  firstSeenAtMs: fixed(NUMBER),
  lastSeenAtMs: NUMBER,
  isScored: computed("pending_ean.resolution_score > 0", FLAG),
};
const table = keyedTable("pending_ean", WAITING);
const PLACE = selection("waiting", { sku: TEXT, name: TEXT, code: computed("upper(waiting.sku)", TEXT_OR_NULL) });

const row = (id: string, sku: string) => ({ id, supplierCode: "S", sku, label: `Name of ${sku}` });
const TIMES = { importId: "i", firstSeenAtMs: 1, lastSeenAtMs: 1 };

const write = mutation("test.write", async (tx) => {
  await table.send(tx, [row("1", "a"), { ...row("2", "b"), resolutionScore: 7 }], TIMES);
  await table.send(
    tx,
    [row("3", "a")],
    { ...TIMES, importCount: 2, lastSeenAtMs: 9 },
    `on conflict (tenant_id, supplier_code, sku) do update set ${table.excluded("label", "importCount", "lastSeenAtMs")}`,
  );
  await table.saveAll(tx, [
    { ...row("2", "changed"), label: "B", importId: "i", firstSeenAtMs: 5, lastSeenAtMs: 5, rowData: { a: [1] } },
    { ...row("4", "d"), ...TIMES },
  ]);
  await table.sendSet(tx, { id: "4" }, { status: "ignored" }, { importCount: 3 });
});
const read = async () => {
  const db = database.reader(tenantId);
  const rows = await table.list(db, { by: "id", order: "asc" });
  const places = await db.all(
    `select ${PLACE.selected} from pending_ean waiting where waiting.tenant_id = :tenant order by waiting.sku`,
    {},
    PLACE.read,
  );
  return { rows, places };
};

const tenantId = newId();
const context = { now: () => 1, newId };
const database = await openFileDatabase(new Map([[write.name, write as AnyMutation]]), context);
afterAll(() => database.close());

test("rows are sent, saved and set as they are declared; what is written once stays, what is computed is read", async () => {
  await database.write(write, tenantId, undefined);

  const { rows, places } = await read();

  const common = { supplierCode: "S", eanType: "ean_to_resolve", importId: "i" };
  expect(rows).toEqual([
    {
      ...common,
      ...{ id: "1", sku: "a", label: "Name of a", status: "pending", resolutionScore: 0, importCount: 2 },
      ...{ rowData: {}, firstSeenAtMs: 1, lastSeenAtMs: 9, isScored: false },
    },
    {
      ...common,
      ...{ id: "2", sku: "b", label: "B", status: "pending", resolutionScore: 0, importCount: 0 },
      ...{ rowData: { a: [1] }, firstSeenAtMs: 1, lastSeenAtMs: 5, isScored: false },
    },
    {
      ...common,
      ...{ id: "4", sku: "d", label: "Name of d", status: "ignored", resolutionScore: 0, importCount: 3 },
      ...{ rowData: {}, firstSeenAtMs: 1, lastSeenAtMs: 1, isScored: false },
    },
  ]);
  const expected: SelectedBy<typeof PLACE>[] = [
    { sku: "a", name: "Name of a", code: "A" },
    { sku: "b", name: "B", code: "B" },
    { sku: "d", name: "Name of d", code: "D" },
  ];
  expect(places).toEqual(expected);
});
