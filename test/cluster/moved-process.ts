import { readFileSync } from "node:fs";
import process from "node:process";
import { plugin } from "bun";
import { CLOCK_FILE, NAMES_FILE, sharedNumber } from "./moved-clock.ts";

// Loaded before the program and each of its threads: what they take for the time is what a test says, what waits for a time goes
// on when that has come, and the names of tests lead to this machine. The clock of the machine stays as it is, for signatures and
// for limits of requests, as with an application in the process of the tests.

const clock = sharedNumber(process.env[CLOCK_FILE] ?? "");
const now = () => clock.value;
/** How often it is looked whether a time has come. */
const LOOK_MS = 20;

/** A timer that is due by the machine's clock or by the time that moves, which begins again with each file. */
function movedTimeout(run: () => void, ms = 0): ReturnType<typeof setTimeout> {
  if (ms <= LOOK_MS) return setTimeout(run, ms);
  const [dueMs, movedDueMs] = [performance.now() + ms, now() + ms];
  const timer = setTimeout(() => {
    if (performance.now() < dueMs && now() < movedDueMs) timer.refresh();
    else run();
  }, LOOK_MS);
  return timer;
}

/** What a job waits for has passed at once, as with an application in the process of the tests. */
async function movedPause(ms: number): Promise<void> {
  clock.value += ms;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

Object.assign(globalThis, { movedNow: now, movedPause, movedTimeout });

/** Where the program takes its time from, and where it waits for a time. */
const CLOCKS = /\/(?:src\/runtime\/(?:services|steady-clock|threads)|db\/jobs\/bell)\.ts$/;
plugin({
  name: "a clock that tests move",
  setup: (build) => {
    build.onLoad({ filter: CLOCKS }, async ({ path }) => ({
      contents: (await Bun.file(path).text())
        // A test knows the time to the millisecond.
        .replaceAll("Date.now() + clockAheadMs", "movedNow()")
        .replaceAll(/\b(?:Date|performance)\.now\b/g, "movedNow")
        .replaceAll(/(?<= = )setTimeout\(/g, "movedTimeout(")
        .replaceAll(/(?<=pause: \(ms, signal\) => )setTimeout\(ms, undefined, \{ signal \}\)/g, "movedPause(ms)"),
      loader: "ts",
    }));
  },
});

// `require` gives what a later `import` names; the namespace of an import cannot be changed.
const timers = require("node:timers/promises");
timers.setTimeout = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
  new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = movedTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve(value);
    }, ms);
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });

require("node:dns/promises").lookup = async (host: string) => {
  const known = JSON.parse(readFileSync(process.env[NAMES_FILE] ?? "", "utf8"))[host];
  const addresses: string[] = known ?? (/(?:^|\.)receiver\.test$/.test(host) ? ["127.0.0.1"] : []);
  if (addresses.length > 0) return addresses.map((address) => ({ address }));
  throw Object.assign(new Error(`No such name: ${host}`), { code: "ENOTFOUND" });
};

globalThis.Worker = new Proxy(Worker, {
  construct: (Real, [url, options]: ConstructorParameters<typeof Worker>) =>
    new Real(url, { ...options, preload: [import.meta.path] }),
});
