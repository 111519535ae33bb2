import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { FileFormat, TextFormat } from "../../../src/imports/parse/file-format.ts";
import type { FileRecord } from "../../../src/imports/parse/file-record.ts";
import type { FileSource } from "../../../src/imports/parse/file-source.ts";
import { readTable } from "../../../src/imports/parse/read-table.ts";

const DATA = join(import.meta.dirname, "../../data");

/** A stored file, whole. */
export const realFile = (name: string): Uint8Array => gunzipSync(readFileSync(join(DATA, `${name}.gz`)));

/** The bytes as a stream would bring them. */
export async function* chunksOf(bytes: Uint8Array, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

/** A file of these bytes, read in pieces of a size. */
export const fileOf = (bytes: Uint8Array, name = "products.csv", chunkBytes?: number): FileSource => ({
  name,
  sizeBytes: bytes.byteLength,
  read: ({ start, end } = { start: 0, end: bytes.byteLength - 1 }) =>
    chunksOf(bytes.subarray(start, end + 1), chunkBytes),
});

export const CSV: TextFormat = {
  format: "csv",
  encoding: "utf-8",
  encodingConfidence: 1,
  delimiter: ",",
  quote: '"',
  skipHeaderRows: 0,
  hasHeader: true,
};

/** Every record of a file. */
export async function recordsOf(bytes: Uint8Array, format: FileFormat, chunkBytes?: number): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const batch of readTable(fileOf(bytes, "products.csv", chunkBytes), format)) records.push(...batch);
  return records;
}

const LATIN9: Record<string, number> = { "€": 0xa4, Š: 0xa6, š: 0xa8, Ž: 0xb4, ž: 0xb8, Œ: 0xbc, œ: 0xbd, Ÿ: 0xbe };
const CP1252: Record<string, number> = {
  "€": 0x80,
  Š: 0x8a,
  š: 0x9a,
  Ž: 0x8e,
  ž: 0x9e,
  Œ: 0x8c,
  œ: 0x9c,
  Ÿ: 0x9f,
  "–": 0x96,
  "’": 0x92,
};

/** The text in an encoding that a file may have; letters must be ones it knows. */
export function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const table = encoding === "iso-8859-15" ? LATIN9 : CP1252;
  return Uint8Array.from([...text], (letter) => table[letter] ?? letter.charCodeAt(0));
}
