import { setPriority } from "node:os";
import { platform } from "node:process";
import type { ThreadRole } from "./calls/pooled-thread.ts";

/**
 * How far each kind of worker thread stands behind those that answer requests and write (0). A step of one costs a tenth of
 * the processor time: the background worker must keep pace with what is written beside requests and other programs, and
 * long jobs take what is left.
 */
const NICENESS: Record<ThreadRole, number> = { background: 2, reader: 5, outside: 7, "on-demand": 10 };

/** Puts this thread behind those that answer requests. Only Linux knows a thread's own priority; elsewhere it does nothing. */
export function setNiceness(role: ThreadRole): void {
  if (platform !== "linux") return;
  try {
    setPriority(0, NICENESS[role]);
  } catch {
    // A sandbox may forbid it; the work is the same.
  }
}
