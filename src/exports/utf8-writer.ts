import { Buffer } from "node:buffer";

/** The most bytes that one UTF-16 unit of a text becomes in UTF-8. */
const UNIT_BYTES_MAX = 3;
const START_BYTES = 1024 * 1024;
/** To hand a text over to be written takes as long as to write some letters of it one by one. */
const SHORT_UNITS = 16;
const ASCII_MAX = 0x7f;
const QUOTE = 0x22;

/** Texts put together as UTF-8. Each is written behind the one before, which spares a text of all of them. */
export class Utf8Writer {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #end = 0;

  /** How many bytes there are. */
  get length(): number {
    return this.#end;
  }

  /** Makes room for so many more bytes. */
  #reserve(count: number): void {
    const needed = this.#end + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }

  add(text: string): void {
    const { length } = text;
    if (length === 0) return;
    this.#reserve(length * UNIT_BYTES_MAX);
    const end = this.#end;
    if (length <= SHORT_UNITS) {
      let index = 0;
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code > ASCII_MAX) break;
        this.#bytes[end + index] = code;
      }
      if (index === length) {
        this.#end = end + length;
        return;
      }
    }
    this.#end = end + this.#bytes.write(text, end);
  }

  addByte(byte: number): void {
    if (this.#end === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#end++] = byte;
  }

  /** Adds some of these bytes. When one of them is `special`, it adds none and returns false. */
  addBytes(bytes: Uint8Array, from: number, to: number, special?: Uint8Array): boolean {
    this.#reserve(to - from);
    const written = this.#bytes;
    let end = this.#end;
    for (let index = from; index < to; index++) {
      const byte = bytes[index] ?? 0;
      if (special?.[byte] === 1) return false;
      written[end++] = byte;
    }
    this.#end = end;
    return true;
  }

  /** Adds some of these bytes between quotes, and each quote among them twice. Returns true. */
  addQuoted(bytes: Uint8Array, from: number, to: number): true {
    this.#reserve(2 * (to - from) + 2);
    const written = this.#bytes;
    let end = this.#end;
    written[end++] = QUOTE;
    for (let index = from; index < to; index++) {
      const byte = bytes[index] ?? 0;
      if (byte === QUOTE) written[end++] = QUOTE;
      written[end++] = byte;
    }
    written[end++] = QUOTE;
    this.#end = end;
    return true;
  }

  /** What was added since the last time, in a buffer of its own: it can be handed to another thread. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    return new Uint8Array(taken);
  }
}
