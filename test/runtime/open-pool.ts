import * as FAMILIES from "../../src/families.ts";
import type { AnyCall } from "../../src/runtime/calls/calls.ts";
import type { ThreadReport, ThreadRole } from "../../src/runtime/calls/pooled-thread.ts";
import { ThreadPool } from "../../src/runtime/calls/thread-pool.ts";

const CALLS = Object.values(FAMILIES)
  .flatMap(({ calls = [], streams = [] }) => [...calls, ...streams])
  .map(({ call }) => call);

/** The call of this name. */
export function named(name: string): AnyCall {
  const found = CALLS.find((each) => each.name === name);
  if (!found) throw new Error(`No family has a call ${name}`);
  return found;
}

/** A pool whose threads do what the test says. `alive` names those that run, `told` is what they were sent. */
export function openPool(threads: number, callsAtOnce?: number) {
  const hear: ((report: ThreadReport) => void)[] = [];
  const alive = new Set<string>();
  const reported: string[] = [];
  const pool = new ThreadPool({
    threads,
    ...(callsAtOnce && { callsAtOnce }),
    idleMs: 1,
    spawn: (index, role: ThreadRole, listener) => {
      const name = `${role} ${index}`;
      hear[index] = listener;
      alive.add(name);
      return {
        send: (message) => void reported.push(`${name}: ${message === "stop" ? "stop" : message.call}`),
        end: () => void alive.delete(name),
      };
    },
  });
  let tenants = 0;
  // Each of another tenant, unless a test says whose it is.
  const call = (name: string, tenantId = `t${tenants++}`) => {
    const thread = pool.take({ call: named(name), tenantId });
    thread.send({ call: name, tenantId, input: null, stream: false, port: new MessageChannel().port1 }, []);
    return thread;
  };
  const report = (index: number, what: ThreadReport) => hear[index]?.(what);
  return { pool, call, report, alive: () => [...alive].toSorted(), told: reported };
}
