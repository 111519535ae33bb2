import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { checkedKey, chunksOf, type FileContent, type Files, FileTooLarge, type StoredFile } from "./files.ts";
import { holdBeforeDeletion } from "./held-files.ts";
import { writeAll } from "./write-all.ts";

const PART = ".part";

/** Files in a folder of this machine. */
export function openLocalFiles(folder: string): Files {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    put: async (key, content, { limitBytes = Number.POSITIVE_INFINITY } = {}) =>
      writeWhole(pathOf(key), content, limitBytes),
    // Opened at the first read: a stream without a reader holds no file, and has no unhandled error.
    read: async function* (key, range) {
      yield* createReadStream(pathOf(key), { highWaterMark: 256 * 1024, ...range });
    },
    sizeBytes: async (key) => (await statOf(pathOf(key)))?.size,
    delete: async (key) => {
      await holdBeforeDeletion(folder, checkedKey(key));
      await rm(pathOf(key), { force: true });
    },
    list: async function* (inside) {
      for await (const path of filesIn(pathOf(inside))) {
        const found = path.endsWith(PART) ? undefined : await statOf(path);
        if (found) yield { key: relative(folder, path), modifiedAtMs: found.mtimeMs };
      }
    },
    check: async () => {
      const { bavail, bsize } = await statfs(folder);
      return { store: "local", free_bytes: bavail * bsize };
    },
    prepare: async () => void (await mkdir(folder, { recursive: true })),
    removeParts: async (beforeMs) => {
      for await (const path of filesIn(folder)) {
        if (path.endsWith(PART) && ((await statOf(path))?.mtimeMs ?? beforeMs) < beforeMs)
          await rm(path, { force: true });
      }
    },
  };
}

const statOf = (path: string) => stat(path).catch(() => undefined);

/** The paths of all files below a folder; none when there is no such folder. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** Has the names in a folder on disk: those of files that were made or renamed in it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/** Makes a folder and those above it, and has the names of the new ones on disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let at = dirname(resolve(path)); at.length >= top.length && at !== dirname(at); at = dirname(at)) {
    await syncFolder(at);
  }
}

async function writeWhole(path: string, content: FileContent, limitBytes: number): Promise<StoredFile> {
  await makeFolder(dirname(path));
  const part = `${path}.${crypto.randomUUID()}${PART}`;
  const file = await open(part, "w");
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const chunk of chunksOf(content)) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw new FileTooLarge(`More than ${limitBytes} bytes`);
      hash.update(chunk);
      await writing;
      // The next chunk is made meanwhile.
      writing = writeAll(file, chunk, sizeBytes - chunk.byteLength);
      // Awaited in its turn; unheard until then it would end the process.
      writing.catch(() => undefined);
    }
    await writing;
    // The row that refers to this file is on disk when it is acknowledged; so must the file be.
    await file.sync();
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (error) {
    await writing.catch(() => undefined);
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}
