import { Buffer } from "node:buffer";
import type { ZipEntry } from "../archive/open-zip.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { openXml, type XmlEvents } from "../xml/xml-events.ts";

/** The parts of a workbook by their paths, without a slash before them and in lower case. */
export type Parts = ReadonlyMap<string, ZipEntry>;

const key = (path: string) => path.replace(/^\/+/, "").replaceAll("\\", "/").toLowerCase();

export const partsOf = (entries: readonly ZipEntry[]): Parts =>
  new Map(entries.map((entry) => [key(entry.name), entry]));

export const findPart = (parts: Parts, path: string): ZipEntry | undefined => parts.get(key(path));

/**
 * Reads a part, which is XML, and passes its events on. Gives control back after each piece, of some hundred kilobytes.
 * Throws what `openXml` and the events throw.
 */
export async function* readPart(part: ZipEntry, events: XmlEvents): AsyncGenerator<undefined> {
  const decoder = new TextDecoder(await encodingOf(part), { fatal: true });
  const xml = openXml(part.name, events);
  const decode = (bytes: Uint8Array, isLast: boolean) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new FileUnreadable("invalid_bytes", { file: part.name, line: 1, encoding: decoder.encoding });
    }
  };
  for await (const chunk of part.read()) {
    xml.write(decode(chunk, false));
    yield undefined;
  }
  xml.write(decode(Buffer.alloc(0), true));
  xml.end();
  yield undefined;
}

/** Parts are in UTF-8, or in UTF-16 with its mark. */
async function encodingOf(part: ZipEntry): Promise<"utf-8" | "utf-16le" | "utf-16be"> {
  for await (const [first, second] of part.read()) {
    if (first === 0xff && second === 0xfe) return "utf-16le";
    if (first === 0xfe && second === 0xff) return "utf-16be";
    break;
  }
  return "utf-8";
}

/** Reads a part to its end. */
export async function drainPart(part: ZipEntry, events: XmlEvents): Promise<void> {
  for await (const _ of readPart(part, events));
}
