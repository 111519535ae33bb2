import { createHash } from "node:crypto";
import type { Client } from "minio";
import { chunksOf, type FileContent, FileTooLarge, type StoredFile } from "./files.ts";

/** What is held in memory of each file that is being written. */
export const PART_BYTES = 8 * 1024 * 1024;

/** The store cannot be reached or has too much to do. Known by its name, because errors lose their class between threads. */
export class FileStoreUnavailable extends Error {
  override readonly name = "FileStoreUnavailable";
}

interface Place {
  bucket: string;
  key: string;
}

/** Cuts a stream into pieces of `PART_BYTES`; only the last is smaller. */
async function* partsOf(chunks: ReturnType<typeof chunksOf>, look: (chunk: Uint8Array) => void) {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    look(chunk);
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - heldBytes);
      // A copy: the owner of the chunk may use its memory again.
      held.push(piece.slice());
      heldBytes += piece.byteLength;
      at += piece.byteLength;
      if (heldBytes < PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  yield Buffer.concat(held);
}

/**
 * One request for a small file, parts for a larger one. Not by the client's own way to send a stream: it waits for ever
 * when the source breaks, and goes on with parts of an earlier writer of that key.
 */
export async function writeObject(
  client: Client,
  place: Place,
  content: FileContent,
  limitBytes = Number.POSITIVE_INFINITY,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const parts = partsOf(chunksOf(content), (chunk) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) throw new FileTooLarge(`More than ${limitBytes} bytes`);
    hash.update(chunk);
  });
  const first = await parts.next();
  const start = first.done ? Buffer.alloc(0) : first.value;
  if (start.byteLength < PART_BYTES) await client.putObject(place.bucket, place.key, start);
  else await writeParts(client, place, start, parts);
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function writeParts(client: Client, { bucket, key }: Place, start: Buffer, rest: AsyncIterable<Buffer>) {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, {});
  const sent: { part: number; etag: string }[] = [];
  const send = async (part: Buffer) => {
    // No store takes an empty part.
    if (part.byteLength === 0) return;
    const partNumber = sent.length + 1;
    const headers = { "Content-Length": part.byteLength };
    const { etag } = await client.uploadPart(
      { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber, headers },
      part,
    );
    sent.push({ part: partNumber, etag });
  };
  try {
    await send(start);
    for await (const part of rest) await send(part);
    await client.completeMultipartUpload(bucket, key, uploadId, sent);
  } catch (error) {
    const aborting = client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined);
    // A store that does not answer would not answer this either; the sweep removes what was left.
    if (!(error instanceof FileStoreUnavailable)) await aborting;
    throw error;
  }
}
