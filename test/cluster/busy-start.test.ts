import { afterAll, expect, test } from "bun:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/http";
import { type KeptStream, streamOpener } from "../../db/remote/kept-stream.ts";
import { deadlineIn } from "../../db/remote/unavailable.ts";
import { newApiKey } from "../servers/service.ts";
import { callerAt } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, begun, ended } from "./shared-import.ts";

// A process that starts while others keep the database server busy answers what it can read, and takes its jobs up when it
// gets its turn.

const ROWS = 3_000;
/** Together they hold the server for longer than a write waits for its turn, each for less than the server allows. */
const WRITERS = 4;
const HOLD_MS = 4_000;
const PATIENCE_MS = 600_000;
const cluster = await startCluster({ processes: 1 });
afterAll(() => cluster.stop());
const [member] = cluster.members;

const statement = (sql: string) => ({ sql, values: [], hasRows: false });
const run = (stream: KeptStream, sql: string) =>
  stream.run([statement(sql)], { isChain: true }, deadlineIn(PATIENCE_MS));

/** Has the write lock of the server all the time, one after the other, until it is ended. */
function holdServer(): { held: () => number; end: () => Promise<void> } {
  const open = streamOpener(cluster.database.url, undefined);
  let [isOver, held] = [false, 0];
  const hold = async () => {
    const stream = await open(deadlineIn(PATIENCE_MS));
    while (!isOver) {
      const [outcome] = await run(stream, "begin immediate");
      if (outcome && "error" in outcome) continue;
      held++;
      await sleep(isOver ? 0 : HOLD_MS);
      await run(stream, "rollback");
    }
    stream.close();
  };
  const holding = Promise.all(Array.from({ length: WRITERS }, hold));
  return {
    held: () => held,
    end: async () => {
      isOver = true;
      await holding;
    },
  };
}

/** Leaves the job that a killed process ran to wait, as one that was there when a process died. */
async function setAside(): Promise<number> {
  const client = createClient({ url: cluster.database.url });
  const { rowsAffected } = await client.execute(
    `update job set state = 'ready', interruptions = 1, lease_until_ms = null, lease_owner = null where state = 'running'`,
  );
  client.close();
  return rowsAffected;
}

test("a process starts behind writers that keep the server busy, and its jobs go on once it gets its turn", async () => {
  const call = callerAt(cluster.url, { "x-api-key": await newApiKey(cluster.url) });
  const importId = await beginImport(call, ROWS, "61");
  await begun(call, importId);
  await member?.kill("SIGKILL");
  expect(await setAside()).toBeGreaterThan(0);

  const busy = holdServer();
  while (busy.held() < 2) await sleep(50);
  await member?.start();
  // It has not waited until they had ended.
  const { status, body } = await call("GET", `/imports/${importId}`);
  expect(status).toBe(200);
  expect(body.processed_rows).toBeLessThan(ROWS);
  await busy.end();
  expect(await ended(call, importId)).toMatchObject({ status: "completed", products_created: ROWS, failed_rows: 0 });
}, 240_000);
