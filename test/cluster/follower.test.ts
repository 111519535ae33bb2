import { afterAll, expect, test } from "bun:test";
import { startMeilisearch } from "../servers/meilisearch.ts";
import { callersWithKey, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, ended } from "./shared-import.ts";
import { wordIndexOf } from "./word-index.ts";

const ROWS = 6_000;
/** Meilisearch is compared with the database once a minute. */
const LOOKED_MS = 60_000;
const meilisearch = await startMeilisearch();
const cluster = await startCluster({
  processes: 2,
  env: {
    CATALOGD_MEILISEARCH_URL: meilisearch.url,
    CATALOGD_MEILISEARCH_KEY: meilisearch.key,
    CATALOGD_LOG_LEVEL: "debug",
  },
});
afterAll(async () => {
  await cluster.stop();
  await meilisearch.stop();
});
const { client, uid, count } = wordIndexOf(meilisearch);

/** What the index of words holds, and how many documents it was ever sent. */
async function sent() {
  const name = await uid();
  if (name === undefined) return { held: 0, received: 0 };
  const { results: tasks } = await client.tasks.getTasks({
    indexUids: [name],
    types: ["documentAdditionOrUpdate"],
    limit: 1_000,
  });
  const received = tasks.reduce((sum, { details }) => sum + (details?.receivedDocuments ?? 0), 0);
  return { held: await count(), received };
}

/** Which of them has begun to follow the index of words, so far. */
const followersOf = () =>
  cluster.members.map(({ service }) => /"index":"remote".*follows a search index/.test(service.output()));

test("one process follows the index of words, each product is sent once, and a killed one is taken over from", async () => {
  const [onFirst, onSecond] = await callersWithKey(cluster.members.map(({ service }) => service.url));
  if (!onFirst || !onSecond) throw new Error("There are two");
  expect(await ended(onFirst, await beginImport(onFirst, ROWS, "37"))).toMatchObject({ products_created: ROWS });
  await within(60_000, async () => (await sent()).held === ROWS);
  // It is sent again what changed while it was read, at most a batch.
  expect((await sent()).received).toBeLessThan(ROWS * 1.5);
  const follower = followersOf().indexOf(true);
  expect(followersOf().filter(Boolean)).toHaveLength(1);

  const calls = [onFirst, onSecond];
  const [left = onFirst] = calls.filter((_, index) => index !== follower);
  const importId = await beginImport(left, ROWS, "38");
  await within(60_000, async () => (await sent()).held > ROWS);
  await cluster.members[follower]?.kill("SIGKILL");
  expect(await ended(left, importId)).toMatchObject({ products_created: ROWS, failed_rows: 0 });
  await within(60_000, async () => (await sent()).held === 2 * ROWS);
  expect(followersOf()).toEqual([true, true]);
  const { body } = await left("GET", `/search/products?q=${encodeURIComponent(`Shared 38 ${ROWS - 1}`)}`);
  expect(body.items[0]?.title).toBe(`Shared 38 ${ROWS - 1}`);
  await cluster.members[follower]?.start();
}, 240_000);

test("a process at rest asks the database server at most sixty times a minute, with Meilisearch too", async () => {
  // What the end of the work leaves to do is over.
  await Bun.sleep(10_000);
  for (const { line } of cluster.members) line.takeRoundTrips();
  await Bun.sleep(LOOKED_MS);
  for (const { line } of cluster.members) {
    const trips = line.takeRoundTrips();
    expect(trips).toBeLessThanOrEqual(60);
    // It still looks.
    expect(trips).toBeGreaterThan(10);
  }
}, 120_000);
