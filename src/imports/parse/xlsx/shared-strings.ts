import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeAllSync } from "../../../storage/write-all.ts";
import type { ZipEntry } from "../archive/open-zip.ts";
import { localName } from "../xml/xml-events.ts";
import { readPart } from "./part-reader.ts";

const PAGE_BYTES = 256 * 1024;
/** What stays in memory: 16 MB; the rest lies in a file without a name. */
const PAGES_MAX = 64;
/** What a character of a string takes at most. */
const UTF8_UNIT_BYTES = 3;

/**
 * The texts that the cells of a workbook refer to by number. Written once, read in any order, mostly that of the rows.
 * Takes 8 bytes of memory a text and 16 MB, however many there are. Its owner calls `close`.
 */
export class SharedStrings {
  /** Where each text ends. */
  #ends = new Float64Array(1024);
  #count = 0;
  #size = 0;
  /** By number, those used last at the end. */
  readonly #pages = new Map<number, Buffer>();
  #file: number | undefined;

  push(text: string): void {
    const place = this.#size % PAGE_BYTES;
    if (place > 0 && place + text.length * UTF8_UNIT_BYTES <= PAGE_BYTES) {
      this.#size += this.#page(Math.floor(this.#size / PAGE_BYTES)).write(text, place);
    } else this.#pushBytes(Buffer.from(text));
    if (this.#count === this.#ends.length) {
      const longer = new Float64Array(this.#count * 2);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#ends[this.#count++] = this.#size;
  }

  #pushBytes(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const place = this.#size % PAGE_BYTES;
      const length = Math.min(bytes.length - at, PAGE_BYTES - place);
      bytes.copy(this.#page(Math.floor(this.#size / PAGE_BYTES), { isNew: place === 0 }), place, at, at + length);
      this.#size += length;
      at += length;
    }
  }

  /** The text of a number; `undefined` when there is none. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const start = index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
    const end = this.#ends[index] ?? start;
    const place = start % PAGE_BYTES;
    if (place + end - start <= PAGE_BYTES) {
      if (start === end) return "";
      return this.#page(Math.floor(start / PAGE_BYTES)).toString("utf8", place, place + end - start);
    }
    const bytes = Buffer.allocUnsafe(end - start);
    for (let at = start; at < end; ) {
      const length = Math.min(end - at, PAGE_BYTES - (at % PAGE_BYTES));
      this.#page(Math.floor(at / PAGE_BYTES)).copy(bytes, at - start, at % PAGE_BYTES, (at % PAGE_BYTES) + length);
      at += length;
    }
    return bytes.toString("utf8");
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#pages.clear();
  }

  #page(number: number, { isNew = false }: { isNew?: boolean } = {}): Buffer {
    const known = this.#pages.get(number);
    if (known) {
      // The one that was used last is the last to go.
      if (this.#pages.size === PAGES_MAX) {
        this.#pages.delete(number);
        this.#pages.set(number, known);
      }
      return known;
    }
    const page = this.#pages.size < PAGES_MAX ? Buffer.allocUnsafeSlow(PAGE_BYTES) : this.#takeOldest();
    if (!isNew && this.#file !== undefined) readSync(this.#file, page, 0, PAGE_BYTES, number * PAGE_BYTES);
    this.#pages.set(number, page);
    return page;
  }

  /** The page that was not used for the longest, once it lies in the file. */
  #takeOldest(): Buffer {
    const [number = 0, page = Buffer.alloc(PAGE_BYTES)] = this.#pages.entries().next().value ?? [];
    this.#pages.delete(number);
    this.#file ??= openNameless();
    writeAllSync(this.#file, page, number * PAGE_BYTES);
    return page;
  }
}

/** A file that nothing is left of once it is closed, however the process ends. */
function openNameless(): number {
  const path = join(tmpdir(), `catalogd-${crypto.randomUUID()}.part`);
  const file = openSync(path, "wx+", 0o600);
  rmSync(path);
  return file;
}

/** Reads the shared strings of a workbook; what they say of pronunciation is left out. */
export async function readSharedStrings(part: ZipEntry | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (!part) return strings;
  let text = "";
  let isText = false;
  let spoken = 0;
  const reading = readPart(part, {
    open: (tag) => {
      const name = localName(tag);
      if (name === "si") text = "";
      else if (name === "rPh") spoken++;
      else if (name === "t") isText = spoken === 0;
    },
    text: (found) => {
      if (isText) text += found;
    },
    close: (tag) => {
      const name = localName(tag);
      if (name === "si") strings.push(text);
      else if (name === "rPh") spoken--;
      else if (name === "t") isText = false;
    },
  });
  try {
    for await (const _ of reading);
    return strings;
  } catch (error) {
    strings.close();
    throw error;
  }
}
