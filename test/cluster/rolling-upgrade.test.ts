import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { PROGRAM, SOURCES } from "../servers/service.ts";
import { callersWithKey } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, ended } from "./shared-import.ts";

const [BUN = "", MAIN = ""] = SOURCES;
const NEWER = [BUN, "--preload", join(import.meta.dir, "newer-program.ts"), MAIN];
const ROWS = 3_000;

let isOut = false;
const cluster = await startCluster({
  processes: 2,
  program: (index) => (isOut && index === 1 ? NEWER : PROGRAM),
});
afterAll(() => cluster.stop());
const [old, renewed] = cluster.members;

test("one after the other is brought to a version that adds a column, and old and new go on together", async () => {
  if (!old || !renewed) throw new Error("There are two");
  const urls = () => cluster.members.map(({ service }) => service.url);
  const [onOld] = await callersWithKey(urls());
  const { body: before } = (await onOld?.("POST", "/products", { name: "Before", price: 1 })) ?? {};
  const importId = onOld && (await beginImport(onOld, ROWS, "35"));

  isOut = true;
  await renewed.kill("SIGTERM");
  await renewed.start();
  expect(renewed.service.output()).toContain("a column and a table");

  // What the new one has begun and what the old one had begun end, in either of them.
  const [onFormer, onNew] = await callersWithKey(urls());
  if (!onFormer || !onNew || !importId) throw new Error("There are two");
  const others = await beginImport(onNew, ROWS, "36");
  const whole = { status: "completed", products_created: ROWS, failed_rows: 0 };
  expect(await ended(onNew, importId)).toMatchObject(whole);
  expect(await ended(onFormer, others)).toMatchObject(whole);
  for (const [writes, reads] of [
    [onFormer, onNew],
    [onNew, onFormer],
  ] as const) {
    const name = `Together ${crypto.randomUUID()}`;
    const { status, body } = await writes("POST", "/products", { name, price: 3 });
    expect(status).toBe(201);
    expect((await reads("PATCH", `/products/${body.id}`, { price: 4 })).status).toBe(200);
    expect(Number((await writes("GET", `/products/${body.id}`)).body.price)).toBe(4);
    const found = await reads("GET", `/products?search=${encodeURIComponent(name)}`);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect((await reads("DELETE", `/products/${body.id}`)).status).toBe(200);
  }
  expect((await onNew("GET", `/products/${before.id}`)).body.name ?? before.name).toBe(before.name);
  for (const { service } of cluster.members) expect(service.output()).not.toContain('"level":"error"');
}, 120_000);

test("an old one that has stopped does not come back, and says why", async () => {
  await old?.kill("SIGTERM");
  const refused = await old?.start().then(() => "it started", String);
  expect(refused).toContain("start a newer catalogd");
}, 60_000);
