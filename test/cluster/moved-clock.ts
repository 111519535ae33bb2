import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";

/** Names the file with the time of all processes of a test, in Unix milliseconds. */
export const CLOCK_FILE = "TEST_CLOCK_FILE";
/** And that with the addresses of names, as JSON. */
export const NAMES_FILE = "TEST_NAMES_FILE";

/** The number in a file, which all who map it see and change at once. */
export function sharedNumber(path: string): { value: number } {
  const { buffer, byteOffset } = Bun.mmap(path, { shared: true });
  const numbers = new Float64Array(buffer, byteOffset, 1);
  return {
    get value() {
      return numbers[0] ?? 0;
    },
    set value(value) {
      numbers[0] = value;
    },
  };
}

/** Makes such a file: it is now. */
export function newClockFile(): string {
  const path = join(temporaryFolder(), "clock");
  writeFileSync(path, new Uint8Array(Float64Array.of(Date.now()).buffer));
  return path;
}

/** The time of this process and of those that look into the file: it stands still until a test sets it. */
export function movedClock(path: string): { nowMs: number } {
  const shared = sharedNumber(path);
  return {
    get nowMs() {
      return shared.value;
    },
    set nowMs(ms) {
      shared.value = ms;
    },
  };
}
