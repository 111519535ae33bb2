import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { bytesAt, type FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { inflate, isBomb, RATIO_MAX } from "./inflate.ts";

/** One file in an archive. */
export interface ZipEntry {
  name: string;
  sizeBytes: number;
  isEncrypted: boolean;
  /** What it holds, unpacked on the way. */
  read(): AsyncGenerator<Uint8Array>;
}

const ENTRIES_MAX = 5_000;
const BLOCK_BYTES = 256 * 1024;
const DEFLATED = 8;
const STORED = 0;

/** Reads the directory in few large pieces: each read may be a request to a store. */
class BlockReader extends RandomAccessReader {
  readonly #source: FileSource;
  #block: Promise<Buffer> = Promise.resolve(Buffer.alloc(0));
  #start = 0;
  #end = 0;

  constructor(source: FileSource) {
    super();
    this.#source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position < this.#start || position + length > this.#end) {
      this.#start = position;
      this.#end = Math.min(this.#source.sizeBytes, position + Math.max(length, BLOCK_BYTES));
      this.#block = bytesAt(this.#source, position, Math.max(0, this.#end - position));
    }
    const from = position - this.#start;
    this.#block.then(
      (block) => {
        block.copy(buffer, offset, from, from + length);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.read({ start, end: end - 1 }));
  }
}

async function openDirectory(source: FileSource): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new BlockReader(source), source.sizeBytes, { autoClose: false });
  } catch {
    throw new FileUnreadable("archive_broken", { file: source.name });
  }
}

/**
 * The entries of an archive, by its directory. Throws FileUnreadable: archive_broken for what is cut off or damaged,
 * archive_bomb for one that claims to hold far more than it is large, or whose entries lie over each other.
 */
export async function openZip(source: FileSource): Promise<ZipEntry[]> {
  const zip = await openDirectory(source);
  const file = source.name;
  if (zip.entryCount > ENTRIES_MAX) {
    throw new FileUnreadable("archive_too_many_entries", { file, entries: zip.entryCount, limit: ENTRIES_MAX });
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw error instanceof FileUnreadable ? error : new FileUnreadable("archive_broken", { file });
  }
  refuseBombs(entries, file);
  return entries.map((entry) => ({
    name: entry.fileName,
    sizeBytes: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    read: () => entryBytes(zip, entry, source),
  }));
}

function refuseBombs(entries: readonly Entry[], file: string): void {
  let packedBytes = 0;
  let unpackedBytes = 0;
  let end = 0;
  const inOrder = entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize } of inOrder) {
    // Entries that share their bytes make much of little.
    if (start < end) throw new FileUnreadable("archive_overlapping", { file });
    end = start + compressedSize;
    packedBytes += compressedSize;
    unpackedBytes += uncompressedSize;
    if (isBomb(compressedSize, uncompressedSize) || isBomb(packedBytes, unpackedBytes)) {
      throw new FileUnreadable("archive_bomb", { file, times: RATIO_MAX });
    }
  }
}

async function* entryBytes(zip: ZipFile, entry: Entry, source: FileSource): AsyncGenerator<Uint8Array> {
  const file = entry.fileName;
  if (entry.isEncrypted()) throw new FileUnreadable("archive_protected", { file });
  if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED) {
    throw new FileUnreadable("archive_method", { file, method: entry.compressionMethod });
  }
  const start = await dataStart(zip, entry);
  if (entry.compressedSize === 0) return;
  const packed = source.read({ start, end: start + entry.compressedSize - 1 });
  const isDeflated = entry.compressionMethod === DEFLATED;
  let sizeBytes = 0;
  let sum = 0;
  for await (const chunk of isDeflated ? inflate(packed, { kind: "raw", file }) : packed) {
    sizeBytes += chunk.byteLength;
    // The directory may lie.
    if (sizeBytes > entry.uncompressedSize) throw new FileUnreadable("archive_broken", { file });
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sizeBytes !== entry.uncompressedSize || sum !== entry.crc32) throw new FileUnreadable("archive_broken", { file });
}

async function dataStart(zip: ZipFile, entry: Entry): Promise<number> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return fileDataStart;
  } catch {
    throw new FileUnreadable("archive_broken", { file: entry.fileName });
  }
}
