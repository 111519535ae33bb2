import { afterAll, expect, test } from "bun:test";
import { within } from "../cluster/caller.ts";
import { services as local } from "../harness.ts";
import { openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";
import { put } from "./test-mutations.ts";

const AGE_MS = 200;
const sqld = await startSqld();
const line = await openLine(sqld.url);
const other = await openServerDatabase(sqld.url, local);
const database = await openServerDatabase(line.url, local, AGE_MS);
afterAll(async () => {
  database.close();
  other.close();
  line.stop();
  await sqld.stop();
});
const tenant = crypto.randomUUID();
const { commits } = database.reader(tenant);
const known = async (): Promise<number> => {
  await within(10_000, async () => commits() !== null);
  return Number(commits());
};
let written = 0;
const next = () => ({ name: `value ${written++}`, value: "" });

test("without an age nothing is known of commits", () => {
  expect(other.reader(tenant).commits()).toBeNull();
});

/** Asks again and again for a while; what was known, and when it was asked. */
async function ask(forMs: number): Promise<{ count: number | null; atMs: number }[]> {
  const asked: { count: number | null; atMs: number }[] = [];
  for (const endsAtMs = performance.now() + forMs; performance.now() < endsAtMs; await Bun.sleep(5))
    asked.push({ count: commits(), atMs: performance.now() });
  return asked;
}

test("what another process commits is known after that time at the latest, and nothing changes without", async () => {
  for (let change = 0; change < 5; change++) {
    const before = await known();
    for (const { count } of await ask(2 * AGE_MS)) expect([null, before]).toContain(count);
    await other.write(put, tenant, next());
    const storedMs = performance.now();
    const late = (await ask(3 * AGE_MS)).filter(({ count, atMs }) => count === before && atMs > storedMs + AGE_MS);
    expect(late).toEqual([]);
    expect(await known()).not.toBe(before);
  }
});

test("what this process commits is known at once", async () => {
  for (let change = 0; change < 5; change++) {
    const before = await known();
    await database.write(put, tenant, next());
    expect(commits()).not.toBe(before);
  }
});

test("nothing is known while the server does not answer, and all that was known is forgotten", async () => {
  const before = await known();
  line.cut();
  await within(10_000, async () => commits() === null);
  await other.write(put, tenant, next());
  line.mend();
  expect(await known()).not.toBe(before);
});

test("the server is asked only as long as somebody wants to know", async () => {
  await known();
  await Bun.sleep(AGE_MS);
  line.takeRoundTrips();
  await Bun.sleep(3 * AGE_MS);
  expect(line.takeRoundTrips()).toBe(0);
});
