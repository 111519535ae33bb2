import { afterAll, expect, test } from "bun:test";
import { createClient } from "@libsql/client/http";
import { within } from "../cluster/caller.ts";
import { services as local } from "../harness.ts";
import { openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";

const sqld = await startSqld();
const line = await openLine(sqld.url);
const database = await openServerDatabase(line.url, local);
const other = createClient({ url: sqld.url });
const watching = new AbortController();
const watch = database.watch?.(watching.signal);
afterAll(async () => {
  watching.abort();
  await watch;
  database.close();
  other.close();
  line.stop();
  await sqld.stop();
});
const count = () => database.changes?.count() ?? 0;
const commit = () => other.execute("insert into job_queue (queue) values (hex(randomblob(8)))");
/** Until the server was looked at. */
const looked = () => within(10_000, async () => line.takeRoundTrips() > 0);

test("what another process commits is heard of", async () => {
  await within(10_000, async () => count() > 0);
  const before = count();
  await commit();
  await within(10_000, async () => count() > before);
});

test("what was committed while the connection was renewed is heard of as well", async () => {
  for (let round = 0; round < 3; round++) {
    line.cut();
    await Bun.sleep(20);
    line.mend();
    // The first look over a new connection.
    const before = count();
    await within(10_000, async () => count() > before);
    line.takeRoundTrips();
    await looked();
    const known = count();
    await commit();
    line.cut();
    await Bun.sleep(20);
    line.mend();
    await within(10_000, async () => count() > known);
  }
  expect(count()).toBeGreaterThan(3);
}, 60_000);
