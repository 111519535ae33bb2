import { platform } from "node:process";

/** How often a connection looks whether it has been left alone. */
const LOOK_MS = 2_000;
/** Fewer calls than this between two looks are the polls that go on when nothing else does: some fifty in the background thread. */
const QUIET_CALLS = 120;

/** Watches how much a connection is used. */
export interface Rest {
  /** Counts a call. */
  note(): void;
  /** What is done every few seconds. */
  look(): void;
  end(): void;
}

/** Calls `release` once each time that a connection, having been used much, is hardly used for two seconds or more. */
export function restOf(release: () => void): Rest {
  let calls = 0;
  let isReleased = true;
  const look = () => {
    const isQuiet = calls < QUIET_CALLS;
    calls = 0;
    if (isQuiet && !isReleased) release();
    isReleased = isQuiet;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return { note: () => void calls++, look, end: () => clearInterval(timer) };
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
