import { expect, test } from "bun:test";
import { startCluster } from "./cluster.ts";

/** What a process does at its start is over. */
const SETTLED_MS = 15_000;
const LOOKED_MS = 30_000;
const A_MINUTE = 60;

test("a process at rest asks the database server at most sixty times a minute", async () => {
  const cluster = await startCluster({ processes: 2 });
  await Bun.sleep(SETTLED_MS);
  for (const { line } of cluster.members) line.takeRoundTrips();
  await Bun.sleep(LOOKED_MS);
  const trips = cluster.members.map(({ line }) => line.takeRoundTrips());
  await cluster.stop();
  for (const each of trips) expect(each).toBeLessThanOrEqual((A_MINUTE * LOOKED_MS) / 60_000);
  // It still looks.
  for (const each of trips) expect(each).toBeGreaterThan(5);
}, 120_000);
