import { afterAll, expect, test } from "bun:test";
import { sized } from "../sized.ts";
import { callerAt, callersWithKey, logIn } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { beginImport, begun, ended } from "./shared-import.ts";

const ROWS = sized(4_000, 8_000);
const AHEAD_MS = 300_000;
/** Of the package faketime. */
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const cluster = await startCluster({
  processes: 2,
  // Debian's wrapper would be killed instead of the program.
  prefix: (index) => (index === 1 ? ["env", `LD_PRELOAD=${FAKETIME}`, `FAKETIME=+${AHEAD_MS / 1_000}s`] : []),
});
afterAll(() => cluster.stop());
const [, ahead] = cluster.members;
const urls = cluster.members.map(({ service }) => service.url);
const [onTime, onAhead] = await callersWithKey(urls);

test("processes whose clocks differ by five minutes agree on the time, and take each other's sessions", async () => {
  if (!onTime || !onAhead) throw new Error("There are two");
  expect(ahead?.service.output()).toContain(new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 13));
  const made = [];
  for (const call of [onAhead, onTime, onAhead])
    made.push(await call("POST", "/products", { name: crypto.randomUUID() }));
  const times = made.map(({ body }) => Date.parse(body.created_at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const ms of times) expect(Math.abs(ms - Date.now())).toBeLessThan(30_000);

  for (const [at, used] of [urls, urls.toReversed()]) {
    const { body } = await logIn(at ?? "");
    const withToken = callerAt(used ?? "", { authorization: `Bearer ${body.access_token}` });
    expect((await withToken("GET", "/auth/me")).status).toBe(200);
  }
});

test("the job of a killed process is taken over when its lease ends, not five minutes later", async () => {
  if (!onTime || !onAhead || !ahead) throw new Error("There are two");
  const id = await beginImport(onAhead, ROWS, "26");
  await begun(onTime, id);
  await ahead.kill("SIGKILL");
  const fromMs = performance.now();
  expect(await ended(onTime, id)).toMatchObject({ status: "completed", products_created: ROWS });
  expect(performance.now() - fromMs).toBeLessThan(200_000);
  await ahead.start();
}, 300_000);
