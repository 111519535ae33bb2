import { pipeline, Readable } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { FileUnreadable } from "../file-unreadable.ts";

/** What is packed more than this many times smaller than it is was made to fill memory and disk: lists reach 30. */
export const RATIO_MAX = 200;
/** Below this nothing can hurt, and a short text of blanks may well be packed that tightly. */
const HARMLESS_BYTES = 4 * 1024 * 1024;
/** The most that is unpacked of one file. */
const UNPACKED_BYTES_MAX = 8 * 1024 ** 3;
const PIECE_BYTES = 128 * 1024;
/** What is handed over at a time, so that what was counted is about what was unpacked. */
const FED_BYTES = 16 * 1024;

/** Whether this much may be unpacked from this little. */
export const isBomb = (packedBytes: number, unpackedBytes: number): boolean =>
  unpackedBytes > UNPACKED_BYTES_MAX || (unpackedBytes > HARMLESS_BYTES && unpackedBytes > packedBytes * RATIO_MAX);

/**
 * Unpacks a stream of a ZIP entry (`raw`) or of gzip, counting what really comes out. Throws FileUnreadable: archive_bomb,
 * and archive_broken for what is cut off or damaged.
 */
export async function* inflate(
  packed: AsyncIterable<Uint8Array>,
  { kind, file }: { kind: "raw" | "gzip"; file: string },
): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  async function* counted() {
    for await (const chunk of packed) {
      for (let at = 0; at < chunk.byteLength; at += FED_BYTES) {
        const piece = chunk.subarray(at, at + FED_BYTES);
        packedBytes += piece.byteLength;
        yield piece;
      }
    }
  }
  const filter = (kind === "raw" ? createInflateRaw : createGunzip)({ chunkSize: PIECE_BYTES });
  // What goes wrong on the way comes out of the filter.
  pipeline(Readable.from(counted()), filter, () => undefined);
  try {
    for await (const chunk of filter as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.byteLength;
      if (isBomb(packedBytes, unpackedBytes)) throw new FileUnreadable("archive_bomb", { file, times: RATIO_MAX });
      yield chunk;
    }
  } catch (error) {
    if (!/^Z_/.test(String(Object(error).code))) throw error;
    throw new FileUnreadable("archive_broken", { file });
  } finally {
    filter.destroy();
  }
}
