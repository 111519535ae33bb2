import { expect, test } from "bun:test";
import { type AnyMutation, mutation } from "../../db/ports.ts";
import { Translation, type TranslationBatch } from "../../src/ai/translation/translation-batch.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openFileDatabase } from "../db/databases.ts";

const context = { now: () => 5_000, newId };
type Given = Partial<TranslationBatch> & { id: string };
const given = ({ id, ...more }: Given) => ({
  id,
  request: { languages: ["es"] } as TranslationBatch["request"],
  estimate: {} as TranslationBatch["estimate"],
  products: 2,
  total: 2,
  createdAtMs: 1_000,
  ...more,
});
const insert = mutation("test.insert", (tx, row: Given) => Translation.table.insert(tx, given(row)));
const update = mutation("test.update", (tx, row: TranslationBatch) => Translation.table.update(tx, row));
const count = mutation("test.count", (tx, id: string) =>
  Translation.table.set(tx, { id, status: "running" }, { cursor: "a.es" }, { done: 2, costMicros: 7 }),
);
const note = mutation("test.note", (tx, row: Given) => Translation.table.note(tx, given(row)));
const put = mutation("test.put", (tx, row: Given) => Translation.table.put(tx, given(row)));
const erase = mutation("test.erase", (tx, id: string) => Translation.table.erase(tx, { id }));

const mutations = [insert, update, count, note, put, erase].map((each): [string, AnyMutation] => [each.name, each]);
const { reader, write } = await openFileDatabase(new Map(mutations), context);
const newTenant = () => crypto.randomUUID() as string;
const { table } = Translation;

test("a row is inserted with what every new one has, and read as it was written", async () => {
  const tenant = newTenant();
  const row = await write(insert, tenant, { id: "a", total: 9 });

  expect(row).toMatchObject({ status: "running", runNo: 1, done: 0, costMicros: 0, cursor: null, total: 9 });
  expect(await table.find(reader(tenant), { id: "a" })).toEqual(row);
  expect(await table.find(reader(newTenant()), { id: "a" })).toBeUndefined();
});

test("counts are added where conditions hold, and what is written once stays", async () => {
  const tenant = newTenant();
  const row = await write(insert, tenant, { id: "a" });

  expect([await write(count, tenant, "a"), await write(count, tenant, "a"), await write(count, tenant, "b")]).toEqual([
    1, 1, 0,
  ]);
  const counted = { ...row, cursor: "a.es", done: 4, costMicros: 14 };
  expect(await table.find(reader(tenant), { id: "a" })).toEqual(counted);
  await write(update, tenant, { ...counted, status: "paused", products: 99 });
  expect(await table.find(reader(tenant), { id: "a" })).toEqual({ ...counted, status: "paused" });
  expect(await write(count, tenant, "a")).toBe(0);
});

test("a row that has the key is left, replaced or erased", async () => {
  const tenant = newTenant();
  expect([await write(note, tenant, { id: "a" }), await write(note, tenant, { id: "a", total: 3 })]).toEqual([1, 0]);
  await write(put, tenant, { id: "a", total: 4 });
  expect(await table.find(reader(tenant), { total: 4 })).toMatchObject({ id: "a" });
  expect([await write(erase, tenant, "a"), await write(erase, tenant, "a")]).toEqual([1, 0]);
});

test("lists are newest first, in parts, and restricted by values, by several and by none", async () => {
  const tenant = newTenant();
  for (const [place, id] of ["a", "b", "c", "d"].entries()) {
    const status = place === 1 ? "paused" : "running";
    await write(insert, tenant, { id, status, createdAtMs: Math.min(place, 2), errorMessage: id === "d" ? "x" : null });
  }
  const db = reader(tenant);
  const ids = async (part: Parameters<typeof table.list>[1]) =>
    (await table.list(db, { by: "createdAtMs", ...part })).map(({ id }) => id).join("");

  expect(await ids({})).toBe("dcba");
  expect(await ids({ order: "asc", limit: 2, offset: 1 })).toBe("bc");
  expect(await ids({ after: [2, "d"], limit: 2 })).toBe("cb");
  expect(await ids({ where: { status: "paused" } })).toBe("b");
  expect(await ids({ where: { status: ["paused", "failed"], id: undefined } })).toBe("b");
  expect(await ids({ where: { id: ["a", "d", "z"] } })).toBe("da");
  expect(await ids({ where: { errorMessage: null } })).toBe("cba");
  // What no row can have is no row's.
  expect(await ids({ where: { status: "' or 1=1" as "paused" } })).toBe("");
  expect(await table.count(db, { status: "running" })).toBe(3);
});

test("moves set the state, the times and the number of the run, and only those that are allowed", async () => {
  const row = await write(insert, newTenant(), { id: "a" });
  const paused = Translation.moved(row, "pause", 2_000);

  expect(paused).toEqual({ ...row, status: "paused" });
  expect(paused && Translation.moved(paused, "resume", 3_000)).toEqual({ ...row, runNo: 2 });
  expect(Translation.moved(row, "fail", 4_000)).toEqual({ ...row, status: "failed", completedAtMs: 4_000 });
  expect(Translation.moved(row, "resume", 2_000)).toBeUndefined();
  expect([Translation.isCurrent(row, 1), Translation.isCurrent(row, 2), Translation.isCurrent(paused, 1)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => Translation.requireMove(row, "resume")).toThrow(
    expect.objectContaining({
      code: "INVALID_STATE",
      options: { details: { current_state: "running", allowed_states: ["paused"] } },
    }),
  );
});
