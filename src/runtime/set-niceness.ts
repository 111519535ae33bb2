import { setPriority } from "node:os";
import { platform } from "node:process";
import type { ThreadRole } from "./thread-pool.ts";

/**
 * How far each kind of worker thread stands behind those that answer requests and write (0). A step of one costs a tenth of
 * the processor time: the attendant must keep pace with what is written, whatever requests and other programs do, and long
 * jobs take what is left.
 */
const NICENESS: Record<ThreadRole, number> = { attendant: 2, reader: 5, helper: 10 };

/** Puts this thread behind those that answer requests. Only Linux knows a thread's own priority; elsewhere it does nothing. */
export function setNiceness(role: ThreadRole): void {
  if (platform !== "linux") return;
  try {
    setPriority(0, NICENESS[role]);
  } catch {
    // A sandbox may forbid it; the work is the same.
  }
}
