import { Buffer } from "node:buffer";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Files } from "../../storage/files.ts";
import { writeAll } from "../../storage/write-all.ts";
import { FileUnreadable } from "./file-unreadable.ts";

/** A file to read from, at any place of it. */
export interface FileSource {
  /** As its sender calls it. */
  name: string;
  sizeBytes: number;
  /** It may be the beginning of a file only: that it ends in the middle of JSON or XML is no fault. */
  mayBeCut?: boolean;
  /** The bytes, or some of them: both ends of the range are inclusive. */
  read(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** A stored file. */
export async function sourceOf(files: Pick<Files, "read" | "sizeBytes">, key: string, name: string) {
  const sizeBytes = await files.sizeBytes(key);
  const source: FileSource = { name, sizeBytes: sizeBytes ?? 0, read: (range) => files.read(key, range) };
  return source;
}

const HEAD_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

/** The first 64 KiB of a stream; the rest is not read. */
export async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

/**
 * Lays a stream down in a file that has no name any more once this has opened it, so that nothing is left of it however the
 * process ends: for what must be read here and there but comes from one end to the other. Its owner calls `close`.
 */
export async function spool(name: string, bytes: AsyncIterable<Uint8Array>): Promise<FileSource & AsyncDisposable> {
  const path = join(tmpdir(), `catalogd-${crypto.randomUUID()}.part`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      await writeAll(file, chunk, sizeBytes);
      sizeBytes += chunk.byteLength;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    name,
    sizeBytes,
    read: async function* ({ start, end } = { start: 0, end: sizeBytes - 1 }) {
      for (let at = start; at <= end; ) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(PIECE_BYTES, end + 1 - at)), {
          position: at,
        });
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/** Some bytes of a file, whole. Throws FileUnreadable archive_broken when it ends before. */
export async function bytesAt(source: FileSource, start: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read({ start, end: start + length - 1 })) chunks.push(Uint8Array.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength < length) throw new FileUnreadable("archive_broken", { file: source.name });
  return bytes;
}
