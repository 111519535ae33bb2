import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";

type Body = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Files by key. A key is `<tenant>/<kind>/<id>`, made of ids of this service and never of a caller's text. */
export interface Files {
  /** Writes a file whole or not at all, on disk when it resolves. Throws `FileTooLarge` past `limitBytes`. */
  put(key: string, body: Body, limits?: { limitBytes?: number }): Promise<StoredFile>;
  read(key: string): AsyncIterable<Uint8Array>;
  /** `undefined` when there is no such file. */
  sizeBytes(key: string): Promise<number | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  freeBytes(): Promise<number>;
  /** Removes what a process that was killed left half-written. For the start, while nothing is being written. */
  removeParts(): Promise<void>;
}

export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

const PART = ".part";
const KEY = /^[\w-]+(\/[\w-]+)*(\.[a-z]+)?$/;

/** Files in a folder of this machine. */
export function openFiles(folder: string): Files {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new TypeError(`Cannot use ${JSON.stringify(key)} as a file key`);
    return join(folder, key);
  };
  return {
    put: async (key, body, { limitBytes = Number.POSITIVE_INFINITY } = {}) => writeWhole(pathOf(key), body, limitBytes),
    read: (key) => createReadStream(pathOf(key), { highWaterMark: 256 * 1024 }),
    sizeBytes: async (key) =>
      await stat(pathOf(key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    delete: async (key) => rm(pathOf(key), { force: true }),
    removeParts: async () => {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder, { recursive: true })) {
        if (name.endsWith(PART)) await rm(join(folder, name), { force: true });
      }
    },
    freeBytes: async () => {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

const chunksOf = (body: Body): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  typeof body === "string" ? [Buffer.from(body)] : body instanceof Uint8Array ? [body] : body;

async function writeWhole(path: string, body: Body, limitBytes: number): Promise<StoredFile> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${crypto.randomUUID()}${PART}`;
  const file = await open(part, "w");
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw new FileTooLarge(`More than ${limitBytes} bytes`);
      hash.update(chunk);
      await file.write(chunk);
    }
    // The row that refers to this file is on disk when it is acknowledged; so must the file be.
    await file.sync();
    await file.close();
    await rename(part, path);
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** The body of a request as something a file can be written from. */
export const bytesOf = (stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  // Node's web stream type and the runtime's are one object with two declarations.
  Readable.fromWeb(stream as never) as AsyncIterable<Uint8Array>;
