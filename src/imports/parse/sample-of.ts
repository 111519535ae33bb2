import { Buffer } from "node:buffer";

const SAMPLE_BYTES = 64 * 1024;

/** The first 64 KiB of a stream, by which its format is found out; the rest is not read. */
export async function sampleOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES);
}
