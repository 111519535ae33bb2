import { Buffer } from "node:buffer";
import { constants, inflateSync } from "node:zlib";

/** What one part of a file may unpack to: pictures of a page are smaller, and texts by far. */
const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;
const BEGIN = "stream";
const END = "endstream";

/** Whether a packed part is larger than that. What is damaged is left to the reader, which passes over it. */
function isTooLarge(packed: Uint8Array): boolean {
  try {
    inflateSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH });
    return false;
  } catch (error) {
    return Object(error).code === "ERR_BUFFER_TOO_LARGE";
  }
}

/** Where the content of a part begins: behind the end of the line. */
function contentFrom(bytes: Buffer, at: number): number {
  const from = bytes[at] === 13 ? at + 1 : at;
  return bytes[from] === 10 ? from + 1 : from;
}

/** Whether a PDF has a part that unpacks to more than is sensible: the reader would hold it whole. */
export function hasBomb(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  for (let at = bytes.indexOf(BEGIN); at >= 0; at = bytes.indexOf(BEGIN, at)) {
    const from = contentFrom(bytes, at + BEGIN.length);
    const found = bytes.indexOf(END, from);
    const to = found < 0 ? bytes.length : found;
    // Zlib begins with an 8 in its lower half, whatever the file says of the part.
    if (((bytes[from] ?? 0) & 15) === 8 && isTooLarge(bytes.subarray(from, to))) return true;
    at = found < 0 ? bytes.length : to + END.length;
  }
  return false;
}
