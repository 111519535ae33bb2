import { ThreadPool, type ThreadReport, type ThreadRole } from "../../src/runtime/thread-pool.ts";

/** A pool whose threads do what the test says. `alive` names those that run, `told` is what they were sent. */
export function openPool(threads: number, asksAtOnce?: number) {
  const hear: ((report: ThreadReport) => void)[] = [];
  const alive = new Set<string>();
  const told: string[] = [];
  const pool = new ThreadPool({
    threads,
    ...(asksAtOnce && { asksAtOnce }),
    idleMs: 1,
    spawn: (index, role: ThreadRole, listener) => {
      const name = `${role} ${index}`;
      hear[index] = listener;
      alive.add(name);
      return {
        send: (message) => void told.push(`${name}: ${message === "stop" ? "stop" : message.ask}`),
        end: () => void alive.delete(name),
      };
    },
  });
  let tenants = 0;
  // Each of another tenant, unless a test says whose it is.
  const ask = (name: string, tenantId = `t${tenants++}`) => {
    const thread = pool.take({ name, tenantId });
    thread.send({ ask: name, tenantId, input: null, stream: false, port: new MessageChannel().port1 }, []);
    return thread;
  };
  const report = (index: number, what: ThreadReport) => hear[index]?.(what);
  return { pool, ask, report, alive: () => [...alive].toSorted(), told };
}
