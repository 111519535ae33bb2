import { decoderOf } from "./code-pages.ts";

/** This many bytes at the end of a piece may begin a character that goes on in the next one. */
const CUT_MAX = 3;
const ASCII = 0x80;
const CONTINUED = 0xc0;

/** How many bytes a character has that begins with this one; 1 for what begins none. */
const lengthOf = (byte: number): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= CONTINUED ? 2 : 1);

/** Where the last character begins that the piece cuts; the length of the piece when it cuts none. */
export function wholeLength(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - CUT_MAX); at--) {
    const byte = bytes[at] ?? 0;
    if (byte < ASCII) return bytes.length;
    if (byte >= CONTINUED) return at + lengthOf(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

const strict = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** How many characters of more than one byte there are, and how many bytes that belong to none. */
export function countUtf8(bytes: Uint8Array): { whole: number; broken: number } {
  let [whole, broken] = [0, 0];
  walk(bytes, {
    character: () => void whole++,
    broken: () => void broken++,
  });
  return { whole, broken };
}

interface Visitor {
  /** A character of several bytes. */
  character(start: number, end: number): void;
  broken(at: number): void;
}

function walk(bytes: Uint8Array, { character, broken }: Visitor): void {
  const decoder = strict();
  for (let at = 0; at < bytes.length; ) {
    if ((bytes[at] ?? 0) < ASCII) {
      at++;
      continue;
    }
    const end = at + lengthOf(bytes[at] ?? 0);
    if (end - at > 1 && end <= bytes.length && isCharacter(decoder, bytes.subarray(at, end))) {
      character(at, end);
      at = end;
    } else broken(at++);
  }
}

function isCharacter(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Text of which some bytes are no UTF-8: those are read as what they nearly always are, windows-1252. */
export function mendedText(bytes: Uint8Array, note: (textBefore: string) => void): string {
  const [utf8, western] = [strict(), decoderOf("windows-1252", { strict: false })];
  let text = "";
  let from = 0;
  walk(bytes, {
    character: () => undefined,
    broken: (at) => {
      text += utf8.decode(bytes.subarray(from, at));
      note(text);
      text += western.decode(bytes.subarray(at, at + 1));
      from = at + 1;
    },
  });
  return text + utf8.decode(bytes.subarray(from));
}
