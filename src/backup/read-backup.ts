import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { KNOWN_SCHEMA_VERSION, readFacts } from "../../db/local/copy-database.ts";
import { checkedKey } from "../storage/files.ts";
import { writeAll } from "../storage/write-all.ts";
import { DamagedBackup, type EntryHead, readEntries } from "./backup-archive.ts";
import { ENTRY, FORMAT, type Manifest, parseManifest } from "./manifest.ts";

/** A newer program made it. */
export class NewerBackup extends Error {
  override readonly name = "NewerBackup";
}

/** Something that its manifest names is not in it. */
export class IncompleteBackup extends Error {
  override readonly name = "IncompleteBackup";
}

/** Where the parts of a backup are put; what has no place is read, compared and dropped. */
export interface Places {
  database: string;
  files?: string;
  key?: string;
}

/** A backup to read. */
export interface BackupSource {
  bytes: AsyncIterable<Uint8Array>;
  /** Whether they are compressed. */
  isPacked: boolean;
}

type Content = AsyncIterable<Uint8Array>;
const MANIFEST_BYTES_MAX = 1024 * 1024;

async function skip(content: Content): Promise<void> {
  for await (const _ of content);
}

async function store(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  let done = 0;
  try {
    for await (const chunk of content) {
      await writeAll(file, chunk, done);
      done += chunk.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readManifest({ name, sizeBytes }: EntryHead, content: Content): Promise<Manifest> {
  if (name !== ENTRY.manifest || sizeBytes > MANIFEST_BYTES_MAX)
    throw new DamagedBackup("It does not begin with a manifest");
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk.slice());
  const manifest = parseManifest(Buffer.concat(chunks).toString());
  if (manifest.format > FORMAT || manifest.schema_version > KNOWN_SCHEMA_VERSION) {
    throw new NewerBackup(
      `A newer catalogd made it (${manifest.program_version}, schema version ${manifest.schema_version}; this one knows ${KNOWN_SCHEMA_VERSION})`,
    );
  }
  return manifest;
}

/** The name under which a file was stored. Throws `DamagedBackup` for one that would lead out of the folder. */
function keyOf(name: string): string {
  try {
    return checkedKey(name.slice(ENTRY.files.length));
  } catch {
    throw new DamagedBackup(`It has an entry of no name that files have: ${JSON.stringify(name)}`);
  }
}

/** What was read of a backup beside its manifest. */
interface Seen {
  hasDatabase: boolean;
  hasKey: boolean;
  count: number;
  sizeBytes: number;
}

function requireAll({ files, has_secret_key, database }: Manifest, seen: Seen): void {
  const missing = [
    ...(seen.hasDatabase || database.store === "server" ? [] : ["the database"]),
    ...(has_secret_key && !seen.hasKey ? ["secret.key"] : []),
    ...(seen.count === files.count && seen.sizeBytes === files.size_bytes
      ? []
      : [`files: ${seen.count} of ${files.count} (${seen.sizeBytes} of ${files.size_bytes} bytes)`]),
  ];
  if (missing.length > 0) throw new IncompleteBackup(`It lacks ${missing.join(", ")}`);
}

/** Compares the database itself with what the manifest says of it. */
function requireSameCounts(manifest: Manifest, path: string): void {
  const { tables, schemaVersion, fault } = readFacts(path);
  if (fault !== undefined) throw new DamagedBackup(`Its database is damaged: ${fault}`);
  if (schemaVersion !== manifest.schema_version) {
    throw new DamagedBackup(
      `Its database has schema version ${schemaVersion}, its manifest ${manifest.schema_version}`,
    );
  }
  const names = new Set([...Object.keys(tables), ...Object.keys(manifest.tables)]);
  const wrong = [...names].filter((name) => tables[name] !== manifest.tables[name]);
  if (wrong.length === 0) return;
  const shown = wrong.map((name) => `${name} ${tables[name] ?? "none"} for ${manifest.tables[name] ?? "none"}`);
  throw new DamagedBackup(`Its database has other numbers of rows than its manifest: ${shown.join(", ")}`);
}

/** The bytes of an archive. Throws `DamagedBackup` for what zstd cannot read. */
async function* unpacked(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const out = new PassThrough();
  const unpacking = pipeline(Readable.from(archive, { objectMode: true }), createZstdDecompress(), out);
  // Awaited below, and heard by who reads `out`.
  unpacking.catch(() => undefined);
  try {
    yield* Readable.prototype[Symbol.asyncIterator].call(out);
    await unpacking;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isZstd =
      code === ""
        ? !(error instanceof Error && error.name === "FileStoreUnavailable")
        : !/^(?:E[A-Z]+|No\w+|AccessDenied)$/.test(code);
    if (!isZstd) throw error;
    throw new DamagedBackup(`It cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Puts an entry where it belongs and notes it. */
async function take({ head, content, places, seen }: Taking): Promise<void> {
  const put = (path: string | undefined) => (path === undefined ? skip(content) : store(path, content));
  if (head.name === ENTRY.database) {
    seen.hasDatabase = true;
    return put(places.database);
  }
  if (head.name === ENTRY.key) {
    seen.hasKey = true;
    return put(places.key);
  }
  if (!head.name.startsWith(ENTRY.files)) {
    throw new DamagedBackup(`It has an entry that no backup has: ${JSON.stringify(head.name)}`);
  }
  seen.count++;
  seen.sizeBytes += head.sizeBytes;
  const key = keyOf(head.name);
  return put(places.files && join(places.files, key));
}

interface Taking {
  head: EntryHead;
  content: Content;
  places: Places;
  seen: Seen;
}

/**
 * Reads a backup from the first to the last byte, compares every checksum and count, and has SQLite check the database, which
 * is put where `places` says. Throws `DamagedBackup`, `NewerBackup` and `IncompleteBackup`.
 */
export async function readBackup(source: BackupSource, places: Places): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const seen: Seen = { hasDatabase: false, hasKey: false, count: 0, sizeBytes: 0 };
  const entries = source.isPacked ? unpacked(source.bytes) : source.bytes;
  await readEntries(entries, async (head, content) => {
    if (manifest === undefined) manifest = await readManifest(head, content);
    else await take({ head, content, places, seen });
  });
  if (manifest === undefined) throw new DamagedBackup("It is empty");
  requireAll(manifest, seen);
  if (manifest.database.store === "file") requireSameCounts(manifest, places.database);
  return manifest;
}
