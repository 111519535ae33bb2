import { number } from "../rows.ts";
import { type KeptStream, toStatement } from "./kept-stream.ts";
import type { PooledStream } from "./pooled-stream.ts";
import { deadlineIn } from "./unavailable.ts";

/** SQLite counts for each connection what others commit. */
const LOOK = toStatement("select data_version as version from pragma_data_version", {}, undefined, true);
/** Looks in the time for which one counts, so that one that is late leaves no gap. */
const LOOKS_PER_AGE = 4;

/** Memory in which the threads of a process count their commits together. */
export const sharedCommits = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

export interface SeenCommits {
  /** As `Reader.commits` says, but what other processes have committed may be `maxAgeMs` old. Looks again while it is asked. */
  commits(): number | null;
  /** Counts a commit of this process: who reads after that knows of it. */
  note(): void;
}

/**
 * Follows whether anything was committed on a server, in one small statement for all tenants, as long as somebody asks: none is
 * sent otherwise. With a `maxAgeMs` of 0 nothing is followed, and nothing is known without a look. `memory` is that of
 * `sharedCommits`; absent: the thread is alone.
 */
export function seenCommits(pooled: PooledStream, maxAgeMs: number, memory = sharedCommits()): SeenCommits {
  const own = new Int32Array(memory);
  let known: { stream: KeptStream; version: number } | undefined;
  let [others, validUntilMs, againFromMs, isLooking] = [0, 0, 0, false];

  async function read(stream: KeptStream): Promise<void> {
    const [outcome] = await stream.run([LOOK], { isChain: false }, deadlineIn(maxAgeMs));
    if (!outcome || "error" in outcome) throw outcome?.error ?? new Error("The database server ran nothing");
    const version = number(outcome.rows[0] ?? {}, "version");
    // A new connection counts from elsewhere.
    if (known?.stream !== stream || known.version !== version) others++;
    known = { stream, version };
  }

  async function look(): Promise<void> {
    isLooking = true;
    const fromMs = performance.now();
    againFromMs = fromMs + maxAgeMs / LOOKS_PER_AGE;
    try {
      await pooled.use(read, deadlineIn(maxAgeMs));
      validUntilMs = fromMs + maxAgeMs;
    } catch {
      // What is known counts until its time; a request that needs the server reports the fault.
    }
    isLooking = false;
  }

  return {
    commits: () => {
      if (maxAgeMs === 0) return null;
      const nowMs = performance.now();
      if (nowMs >= againFromMs && !isLooking) void look();
      // Both only grow: while the sum is the same, each is.
      return nowMs < validUntilMs ? others + Atomics.load(own, 0) : null;
    },
    note: () => void Atomics.add(own, 0, 1),
  };
}
