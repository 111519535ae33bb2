import { inflateRawSync } from "node:zlib";

const ENTRY = 0x02014b50;
const HEADER_BYTES = 46;

/** The files of an archive in memory, by name, in the order of its directory. */
export function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const archive = Buffer.from(bytes);
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Uint8Array>();
  for (let at = archive.readUInt32LE(end + 16); archive.readUInt32LE(at) === ENTRY; ) {
    const nameLength = archive.readUInt16LE(at + 28);
    const skipped = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const name = archive.toString("utf8", at + HEADER_BYTES, at + HEADER_BYTES + nameLength);
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content);
    at += HEADER_BYTES + nameLength + skipped;
  }
  return files;
}
