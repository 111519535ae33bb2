import { FileUnreadable } from "../file-unreadable.ts";
import { decoderOf, type TextReader } from "./code-pages.ts";
import { mendedText, wholeLength } from "./mend-utf8.ts";

/** How the bytes of a text are to be read. */
export interface TextEncoding {
  /** A label of the Encoding Standard, or cp850. */
  encoding: string;
  /** 0 to 1. Below 1 for utf-8 means that it may turn out to be windows-1252. */
  encodingConfidence: number;
}

/** Bytes turned into text at a time, however large the chunks of the source are. */
const PIECE_BYTES = 256 * 1024;
const UTF8_CHARACTER_BYTES = 4;
const REPLACEMENT = "\ufffd";
const BYTE_ORDER_MARK = "\ufeff";

/** Called with the line of each byte that is no UTF-8 and was read as windows-1252. */
export type NoteMended = (line: number) => void;

/**
 * The text of a file, in pieces cut anywhere but inside a character, without its byte order mark. With `mended` a few bytes that
 * are no UTF-8 are reported and read all the same. Throws FileUnreadable for other bytes that are not of the encoding and for NUL
 * characters.
 */
export async function* decodeText(
  source: AsyncIterable<Uint8Array>,
  format: TextEncoding,
  mended?: NoteMended,
): AsyncGenerator<string> {
  const decode = openDecoder(format, mended);
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const text = decode(chunk.subarray(start, start + PIECE_BYTES), false);
      if (text !== "") yield text;
    }
  }
  const rest = decode(new Uint8Array(0), true);
  if (rest !== "") yield rest;
}

function openDecoder(
  format: TextEncoding,
  mended: NoteMended | undefined,
): (piece: Uint8Array, isLast: boolean) => string {
  const settle = openChoice(format);
  let encoding = format.encoding;
  let decoder = readerOf(encoding, mended);
  let line = 1;
  return (piece, isLast) => {
    const { bytes, settled } = settle(piece, isLast);
    if (settled !== encoding) decoder = readerOf(settled, mended);
    encoding = settled;
    const text = decodeStrictly(decoder, bytes, isLast, line);
    const nul = text.indexOf("\0");
    if (nul !== -1) throw new FileUnreadable("nul_byte", { line: line + lineEndsIn(text.slice(0, nul)) });
    line += lineEndsIn(text);
    return text;
  };
}

/** This many broken bytes are a few: some at the beginning, and one in this many lines. */
const MENDED_MIN = 20;
const LINES_PER_MENDED = 50;

const readerOf = (encoding: string, mended: NoteMended | undefined): TextReader | MendingReader =>
  mended && encoding === "utf-8" ? new MendingReader(mended) : decoderOf(encoding, { strict: true });

/** Reads UTF-8, and the few bytes in it that are not, piece by piece. */
class MendingReader {
  readonly encoding = "utf-8";
  readonly #note: NoteMended;
  readonly #strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #held: Uint8Array = new Uint8Array(0);
  #isFirst = true;
  #count = 0;

  constructor(note: NoteMended) {
    this.#note = note;
  }

  /** `line` is that of the first byte. */
  read(piece: Uint8Array, isLast: boolean, line: number): string {
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    const length = isLast ? bytes.length : wholeLength(bytes);
    this.#held = bytes.slice(length);
    const text = this.#textOf(bytes.subarray(0, length), { line, isLast });
    const hasMark = this.#isFirst && text.startsWith(BYTE_ORDER_MARK);
    if (text !== "") this.#isFirst = false;
    return hasMark ? text.slice(1) : text;
  }

  #textOf(bytes: Uint8Array, { line, isLast }: { line: number; isLast: boolean }): string {
    try {
      return this.#strict.decode(bytes);
    } catch {
      // Its end is missing, and no one knows how much more.
      if (isLast && wholeLength(bytes) < bytes.length)
        throw this.#fault(line + lineEndsIn(mendedText(bytes, () => undefined)));
      return mendedText(bytes, (before) => {
        const at = line + lineEndsIn(before);
        if (++this.#count > MENDED_MIN + at / LINES_PER_MENDED) throw this.#fault(at);
        this.#note(at);
      });
    }
  }

  #fault = (line: number) => new FileUnreadable("invalid_bytes", { line, encoding: this.encoding });
}

function decodeStrictly(decoder: TextReader | MendingReader, bytes: Uint8Array, isLast: boolean, line: number): string {
  if (decoder instanceof MendingReader) return decoder.read(bytes, isLast, line);
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    const text = decoderOf(decoder.encoding, { strict: false }).decode(bytes);
    const before = text.slice(0, Math.max(0, text.indexOf(REPLACEMENT)));
    throw new FileUnreadable("invalid_bytes", { line: line + lineEndsIn(before), encoding: decoder.encoding });
  }
}

/**
 * Settles the encoding of a file of which only ASCII was seen when it was detected: it is UTF-8 if its first other
 * character is, else windows-1252. Holds back a character that the piece may have cut before it is settled.
 */
function openChoice({ encoding, encodingConfidence }: TextEncoding) {
  let isOpen = encoding === "utf-8" && encodingConfidence < 1;
  let settled = encoding;
  let held = new Uint8Array(0);
  return (piece: Uint8Array, isLast: boolean): { bytes: Uint8Array; settled: string } => {
    if (!isOpen) return { bytes: piece, settled };
    const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
    held = new Uint8Array(0);
    const first = bytes.findIndex((byte) => byte >= 0x80);
    if (first === -1) return { bytes, settled };
    if (bytes.length - first < UTF8_CHARACTER_BYTES && !isLast) {
      held = bytes.slice(first);
      return { bytes: bytes.subarray(0, first), settled };
    }
    isOpen = false;
    const start = decoderOf("utf-8", { strict: false }).decode(bytes.subarray(first, first + UTF8_CHARACTER_BYTES));
    if (start.startsWith(REPLACEMENT)) settled = "windows-1252";
    return { bytes, settled };
  };
}

/** How many line feeds a text holds. */
export function lineEndsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
