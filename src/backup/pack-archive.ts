import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { archiveEnd, writeEntry } from "./backup-archive.ts";
import { keysIn } from "./collect-files.ts";
import { ENTRY, type Manifest } from "./manifest.ts";

const READ = { highWaterMark: 256 * 1024 };
// The frame carries its own checksum, so that a torn file is found by any zstd.
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** What a backup is made of, on the disk. */
export interface Parts {
  manifest: Manifest;
  /** The copied database; `undefined`: it is on a server. */
  database: string | undefined;
  /** The folder of held files. */
  files: string;
  key: string | undefined;
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, READ)) hash.update(chunk);
  return hash.digest("hex");
}

async function* entryOf(name: string, path: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, READ)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  yield* writeEntry({ name, sizeBytes, sha256: hash.digest("hex") }, createReadStream(path, READ));
}

/** The archive of a backup, not compressed. */
export async function* archiveOf({ manifest, database, files, key }: Parts): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const sha256 = createHash("sha256").update(text).digest("hex");
  yield* writeEntry({ name: ENTRY.manifest, sizeBytes: text.length, sha256 }, [text]);
  if (key !== undefined) yield* entryOf(ENTRY.key, key);
  if (database !== undefined) yield* entryOf(ENTRY.database, database);
  for await (const name of keysIn(files)) yield* entryOf(`${ENTRY.files}${name}`, join(files, name));
  yield archiveEnd();
}

/** The same, compressed, as fast as it is read. */
export async function* packed(parts: Parts): AsyncGenerator<Uint8Array> {
  const out = new PassThrough();
  const packing = pipeline(Readable.from(archiveOf(parts), { objectMode: true }), createZstdCompress(ZSTD), out);
  // Awaited below, and heard by who reads `out`.
  packing.catch(() => undefined);
  yield* Readable.prototype[Symbol.asyncIterator].call(out);
  await packing;
}
