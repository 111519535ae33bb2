import process, { platform } from "node:process";

/** How often a connection looks whether its thread has been left alone. */
const LOOK_MS = 2_000;
/** Less time of the processor than this between two looks goes to the polls that go on when nothing else does. */
const QUIET_MS = 100;

/** Watches how much the thread of a connection works. */
export interface Rest {
  /** What is done every few seconds; `busyMs` is the time of the processor that the thread has taken since the last look. */
  look(busyMs: number): void;
  end(): void;
}

/** After as many quiet looks a rest is a long one. */
const LONG_LOOKS = 5;

/** Time of the processor that this thread has taken. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Calls `release` each time that the thread, having worked, hardly works for two seconds; after ten, `shrink`, and
 * `release` once more for what that has left.
 */
export function restOf(release: () => void, shrink: () => void): Rest {
  let quietLooks = Number.POSITIVE_INFINITY;
  let beforeMs = threadMs();
  const look = (busyMs: number) => {
    quietLooks = busyMs < QUIET_MS ? quietLooks + 1 : 0;
    if (quietLooks === LONG_LOOKS) shrink();
    if (quietLooks === 1 || quietLooks === LONG_LOOKS + 1) release();
  };
  const timer = setInterval(() => {
    const nowMs = threadMs();
    look(nowMs - beforeMs);
    beforeMs = nowMs;
  }, LOOK_MS);
  timer.unref();
  return { look, end: () => clearInterval(timer) };
}

/**
 * Gives up the compiled code of a background thread, which is more than its data; what it needs next is compiled again from
 * the bytecode in the binary. The thread that answers requests keeps its own.
 */
export function dropCode(): void {
  // Deno has no such function.
  if (globalThis.Bun && !Bun.isMainThread) Bun.shrink();
}

let trim: (() => unknown) | undefined;

/**
 * Gives memory that SQLite has freed back to the system: it is the C library's, and glibc keeps the pages it freed one by
 * one, tens of megabytes of them after an import. Another C library gives them back by itself, or not at all. A background
 * thread collects its garbage first, which after much work is most of its heap, and which nothing would before there is
 * more to do. The thread that answers requests lets it be collected beside its work: it would stand still meanwhile.
 */
export async function trimHeap(): Promise<void> {
  if (globalThis.Bun) Bun.gc(!Bun.isMainThread);
  if (!globalThis.Bun || platform !== "linux") return;
  try {
    if (!trim) {
      const { dlopen } = await import("bun:ffi");
      const { symbols } = dlopen("libc.so.6", { malloc_trim: { args: ["usize"], returns: "int" } });
      trim = () => symbols.malloc_trim(0);
    }
    trim();
  } catch {
    // There is no such function here.
  }
}

/**
 * Has the driver end connections that were closed: it keeps their files open until their statements are collected. For a
 * thread that is about to end, whose statements would not be collected any more; and for what opens one connection after
 * the other.
 */
export async function releaseClosed(): Promise<void> {
  if (!globalThis.Bun) return;
  // The driver's part of what one collection finds is ended in the turn after it.
  for (let turn = 0; turn < 2; turn++) {
    Bun.gc(true);
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }
}

/** What is closed within this time is released at once. */
const RELEASE_MS = 1_000;
let isReleaseDue = false;

/** The same a second later, once for all that is closed meanwhile: two collections of all garbage cost more than a small export. */
export function releaseClosedSoon(): void {
  if (isReleaseDue) return;
  isReleaseDue = true;
  const timer = setTimeout(() => {
    isReleaseDue = false;
    void releaseClosed();
  }, RELEASE_MS);
  timer.unref();
}
