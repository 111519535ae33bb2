import { setTimeout as sleep } from "node:timers/promises";
import { touch } from "../ping.ts";
import { EVERY_TENANT, type Write } from "../ports.ts";

/** A check waits this long for the write it has begun; a busy server may take longer, and is none that is down. */
const PATIENCE_MS = 1_000;

const nothing = { name: "health.write", run: touch };

/**
 * Makes a check that a server still takes writes: one that hangs may well answer reads. One write is tried at a time, and
 * what came of the last one holds while the next is on its way.
 */
export function writeCheckOf(write: Write): () => Promise<void> {
  let trying: Promise<void> | undefined;
  let fault: { error: unknown } | undefined;
  const begin = () =>
    write(nothing, EVERY_TENANT, undefined)
      .then(
        () => {
          fault = undefined;
        },
        (error: unknown) => {
          fault = { error };
        },
      )
      .finally(() => {
        trying = undefined;
      });
  return async () => {
    trying ??= begin();
    await Promise.race([trying, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (fault) throw fault.error;
  };
}
