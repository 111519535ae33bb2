import { afterAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { fillDisk, mountSmallDisk } from "../runtimes/partners/small-disk.ts";
import { newApiKey } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { type Answer, type Call, callerAt, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, begun, ended } from "./shared-import.ts";

// What the database server can do to two processes: none of it loses or doubles anything, and each refusal is a 503.

const ROWS = sized(4_000, 8_000);
/** Some writes a second are always under way, and do not take the machine for themselves. */
const WRITE_EVERY_MS = 50;
const databaseFolder = join(temporaryFolder(), "disk");
mkdirSync(databaseFolder);
const unmount = mountSmallDisk(databaseFolder, "192m", "root");
const cluster = await startCluster({ processes: 2, databaseFolder });
afterAll(async () => {
  await cluster.stop();
  unmount();
});
const call = callerAt(cluster.url, { "x-api-key": await newApiKey(cluster.url) });

/** Creates a product, until that is acknowledged: the key says that it is the same one. */
async function createSurely(name: string, refusals: Answer[]): Promise<void> {
  for (;;) {
    const answer = await call("POST", "/products", { name }, { "idempotency-key": name });
    if (answer.status === 201) return;
    refusals.push(answer);
    await Bun.sleep(100);
  }
}

/** Creates one product after the other. */
function writeAlong() {
  const names: string[] = [];
  const refusals: Answer[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const name = `Along ${crypto.randomUUID()}`;
      await createSurely(name, refusals);
      names.push(name);
      await Bun.sleep(WRITE_EVERY_MS);
    }
  })();
  return {
    refusals,
    end: async () => {
      isOver = true;
      await running;
      return names;
    },
  };
}

const isReadable = async () => (await call("GET", "/products?per_page=1")).status === 200;
const isWritable = async () => (await call("POST", "/products", { name: crypto.randomUUID() })).status === 201;

/** An import and writes go on while something happens to the server, and all of it is there afterwards, once. */
async function survive(batch: string, happen: (importId: string, call: Call) => Promise<void>): Promise<void> {
  const along = writeAlong();
  const id = await beginImport(call, ROWS, batch);
  await begun(call, id);
  await happen(id, call);
  const whole = { status: "completed", processed_rows: ROWS, products_created: ROWS, failed_rows: 0 };
  expect(await ended(call, id)).toMatchObject(whole);
  const names = await along.end();
  // A key in use by the request before it, whose answer was lost, is a conflict.
  expect(along.refusals.filter(({ status }) => status !== 503 && status !== 409)).toEqual([]);
  for (const name of [names.at(0), names.at(-1)]) {
    const { body } = await call("GET", `/products?search=${encodeURIComponent(name ?? "")}`);
    expect(body.items).toHaveLength(1);
  }
  written += names.length;
  const { body } = await call("GET", "/products?search=Along&per_page=1");
  expect(body.meta.total).toBe(written);
}
let written = 0;

test("a server that is killed and started again", async () => {
  await survive("41", async () => {
    await cluster.database.kill();
    await within(20_000, async () => (await call("GET", "/products?per_page=1")).status === 503);
    expect((await call("POST", "/products", { name: "Refused" })).status).toBe(503);
    await cluster.database.start();
    await within(20_000, isReadable);
    await within(20_000, isWritable);
  });
}, 300_000);

test("a server that answers after seconds: slow answers, or a refusal in time", async () => {
  await survive("42", async () => {
    for (const { line } of cluster.members) line.delayMs = 750;
    await within(30_000, isReadable);
    await within(60_000, isWritable);
    for (const { line } of cluster.members) line.delayMs = 6_000;
    const fromMs = performance.now();
    expect((await call("GET", "/products?per_page=2")).status).toBe(503);
    expect(performance.now() - fromMs).toBeLessThan(12_000);
    for (const { line } of cluster.members) line.delayMs = 0;
    await within(30_000, isReadable);
  });
}, 400_000);

test("a server whose disk is full: it is read, refuses writes with 503, and all goes on once there is room", async () => {
  await survive("43", async (id) => {
    const free = fillDisk(databaseFolder);
    let refused: Answer | undefined;
    await within(60_000, async () => {
      refused = await call("POST", "/products", { name: crypto.randomUUID() });
      return refused.status !== 201;
    });
    const readable = await call("GET", "/products?per_page=1");
    const progress = await call("GET", `/imports/${id}`);
    await Bun.sleep(2_000);
    free();
    expect([refused?.status, readable.status, progress.status]).toEqual([503, 200, 200]);
    await within(30_000, isWritable);
  });
}, 300_000);
