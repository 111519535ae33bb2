import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/**
 * A tar archive (POSIX pax), which `tar --zstd` lists and unpacks as well. The name, size and checksum of each entry stand in
 * its extended header. Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
const BLOCK = 512;
const CHECKSUM = "CATALOGD.sha256";
/** What a size field of eleven octal digits holds; larger ones are in the extended header alone. */
const SIZE_MAX = 0o77777777777;
/** No extended header of ours is nearly as long. */
const EXTENDED_BYTES_MAX = 64 * 1024;

/** The bytes are not those of a backup that was written to its end. */
export class DamagedBackup extends Error {
  override readonly name = "DamagedBackup";
}

/** What is known of an entry before its bytes. */
export interface EntryHead {
  name: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

const padding = (sizeBytes: number) => (BLOCK - (sizeBytes % BLOCK)) % BLOCK;

function header(name: string, sizeBytes: number, type: "x" | "0"): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  block.write(name.slice(0, 100), 0);
  block.write("0000600\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  block.write(`${Math.min(sizeBytes, SIZE_MAX).toString(8).padStart(11, "0")}\0`, 124);
  block.write("00000000000\0", 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** `LENGTH KEY=VALUE\n`, whose length counts its own digits. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bare = Buffer.byteLength(rest);
  const length = bare + String(bare + String(bare).length).length;
  return `${length}${rest}`;
}

/** An entry as its bytes. Throws when the content is not of the size that was said. */
export async function* writeEntry(
  { name, sizeBytes, sha256 }: EntryHead,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const extended = Buffer.from(record("path", name) + record("size", String(sizeBytes)) + record(CHECKSUM, sha256));
  yield header("entry", extended.length, "x");
  yield extended;
  yield Buffer.alloc(padding(extended.length));
  yield header(name, sizeBytes, "0");
  let written = 0;
  for await (const chunk of content) {
    written += chunk.byteLength;
    yield chunk;
  }
  if (written !== sizeBytes) throw new Error(`${name} had ${sizeBytes} bytes and now has ${written}`);
  yield Buffer.alloc(padding(sizeBytes));
}

/** What an archive ends with: one without it was not written to its end. */
export const archiveEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK);

/** Takes exact numbers of bytes from chunks of any size. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** One byte or more, and a maximum of `atMost`. */
  async some(atMost: number): Promise<Uint8Array> {
    while (this.#rest.byteLength === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new DamagedBackup("It ends in the middle");
      this.#rest = value;
    }
    const taken = this.#rest.subarray(0, atMost);
    this.#rest = this.#rest.subarray(taken.byteLength);
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.byteLength;
    }
    return Buffer.concat(parts);
  }

  /** Reads to the end, where the compression has its own checksum. */
  async drain(): Promise<void> {
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next());
  }
}

function readHead(records: string): EntryHead {
  const recordOf = (key: string) => new RegExp(`^\\d+ ${key}=(.*)$`, "m").exec(records)?.[1];
  const [name, size, sha256] = [recordOf("path"), recordOf("size"), recordOf(CHECKSUM)];
  const sizeBytes = Number(size);
  if (name === undefined || sha256 === undefined || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new DamagedBackup("It has a header that no backup of catalogd has");
  }
  return { name, sizeBytes, sha256 };
}

async function* contentOf(source: ByteSource, { name, sizeBytes, sha256 }: EntryHead): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for (let left = sizeBytes; left > 0; ) {
    const chunk = await source.some(left);
    left -= chunk.byteLength;
    hash.update(chunk);
    yield chunk;
  }
  await source.exactly(padding(sizeBytes));
  if (hash.digest("hex") !== sha256) throw new DamagedBackup(`${name} differs from its checksum`);
}

const isEnd = (block: Uint8Array) => block.every((byte) => byte === 0);

/**
 * Gives each entry of an archive to `take`, which reads its content to the end: the checksum is compared there. Throws
 * `DamagedBackup` for bytes that are not whole.
 */
export async function readEntries(
  chunks: AsyncIterable<Uint8Array>,
  take: (head: EntryHead, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const source = new ByteSource(chunks);
  for (let block = await source.exactly(BLOCK); !isEnd(block); block = await source.exactly(BLOCK)) {
    const sizeBytes = Number.parseInt(block.toString("latin1", 124, 135), 8);
    if (block.toString("latin1", 257, 262) !== "ustar" || block[156] !== 0x78 || !(sizeBytes <= EXTENDED_BYTES_MAX)) {
      throw new DamagedBackup("It has a header that no backup of catalogd has");
    }
    const head = readHead((await source.exactly(sizeBytes)).toString());
    await source.exactly(padding(sizeBytes) + BLOCK);
    await take(head, contentOf(source, head));
  }
  await source.drain();
}
