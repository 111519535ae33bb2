import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** Writes all of it at that place of a file. A disk that is nearly full takes what fits without a word; only the next write is refused. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done);
    done += bytesWritten;
  }
}

/** The same, at once. */
export function writeAllSync(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    done += writeSync(file, bytes, done, bytes.byteLength - done, position + done);
  }
}
