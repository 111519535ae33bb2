/** What a file is written from. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** A file among others. */
export interface ListedFile {
  key: string;
  /** Unix milliseconds, by the clock of where it lies. */
  modifiedAtMs: number;
}

/** Files by key. A key is `<tenant>/<kind>/<id>`, made of ids of this service and never of a caller's text. */
export interface Files {
  /** Writes a file whole or not at all, safely stored when it resolves. Throws `FileTooLarge` past `limitBytes`. */
  put(key: string, content: FileContent, limits?: { limitBytes?: number }): Promise<StoredFile>;
  /** The bytes of a file, or some of them: both ends of the range are inclusive. Throws when there is no such file. */
  read(key: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
  /** `undefined` when there is no such file. */
  sizeBytes(key: string): Promise<number | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every file in a folder, `<tenant>/<kind>`, in no order. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Facts about the store. Throws when it cannot be used now. */
  check(): Promise<Record<string, string | number>>;
  /** Makes the store ready for its first file. Throws when it cannot be reached. */
  prepare(): Promise<void>;
  /** Removes what processes that were killed before `beforeMs` left half-written. */
  removeParts(beforeMs: number): Promise<void>;
}

export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

const KEY = /^[\w-]+(\/[\w-]+)*(\.[a-z]+)?$/;

/** The key itself. Throws for anything that could be another path than its own. */
export function checkedKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new TypeError(`Cannot use ${JSON.stringify(key)} as a file key`);
}

/** The content of a file in chunks. */
export const chunksOf = (content: FileContent): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  typeof content === "string" ? [Buffer.from(content)] : content instanceof Uint8Array ? [content] : content;
