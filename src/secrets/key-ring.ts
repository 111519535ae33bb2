import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "../config/config.ts";
import { writeAllSync } from "../storage/write-all.ts";

/** A key that encrypts secrets. */
export interface SecretKey {
  /** Eight hexadecimal digits of its SHA-256: names it where it was used, and reveals nothing of it. */
  id: string;
  bytes: Buffer;
}

/** The keys of the instance; the first encrypts, all of them decrypt. */
export interface KeyRing {
  keys(): SecretKey[];
  /** Looks again: another thread may have added a key. */
  reload(): SecretKey[];
  /** Puts a new key before the others. `false` when the keys come from the settings, which only a person changes. */
  addKey(): boolean;
}

const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

function keyOf(base64: string, source: string): SecretKey {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== KEY_BYTES) throw new ConfigError(`${source} holds a key that is not 32 bytes in base64`);
  return { id: createHash("sha256").update("catalogd secret key ").update(bytes).digest("hex").slice(0, 8), bytes };
}

const newKey = () => randomBytes(KEY_BYTES).toString("base64");

/** Writes a file beside `path` that only its owner reads, and has it on disk; returns its name. */
function writeBeside(path: string, text: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", OWNER_ONLY);
  try {
    writeAllSync(file, Buffer.from(text), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;

/** Has the names of a folder on disk: a key must not be lost after something was encrypted with it. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes the file unless it is there. Threads and processes that start together end up with the same one. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = writeBeside(path, `${newKey()}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems have no links; there the last of those that start together wins, and all of them read it.
    if (!isCode(error, "EEXIST") && !existsSync(path)) renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

/** The lines of the key file, newest key first; `undefined` when there is no file. */
function readLines(path: string): string[] | undefined {
  try {
    const lines = readFileSync(path, "utf8").split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function fileRing(path: string): KeyRing {
  const read = () => {
    const lines = readLines(path);
    if (lines === undefined || lines.length === 0) throw new ConfigError(`${path} holds no key`);
    return lines.map((line) => keyOf(line, path));
  };
  if (readLines(path) === undefined) makeFile(path);
  let keys = read();
  return {
    keys: () => keys,
    reload: () => {
      keys = read();
      return keys;
    },
    addKey: () => {
      const draft = writeBeside(path, `${[newKey(), ...(readLines(path) ?? [])].join("\n")}\n`);
      renameSync(draft, path);
      syncFolder(dirname(path));
      keys = read();
      return true;
    },
  };
}

/** The keys of the settings, or of the file `secret.key`, which is made when it is not there. Throws `ConfigError`. */
export function openKeyRing({ secretKey, dataDir }: { secretKey: string[] | undefined; dataDir: string }): KeyRing {
  if (secretKey === undefined) return fileRing(join(dataDir, "secret.key"));
  const keys = secretKey.map((key) => keyOf(key, "CATALOGD_SECRET_KEY"));
  return { keys: () => keys, reload: () => keys, addKey: () => false };
}
