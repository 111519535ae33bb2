import { analyse } from "chardet";
import { FileUnreadable } from "../file-unreadable.ts";
import { decoderOf } from "./code-pages.ts";
import { countUtf8, wholeLength } from "./mend-utf8.ts";
import { guessSingleByte } from "./single-byte.ts";

export interface DetectedEncoding {
  /** A label of the Encoding Standard (utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, windows-1250, …), or cp850. */
  encoding: string;
  /** 0 to 1. Below 1 for utf-8 means that nothing but ASCII was seen. */
  confidence: number;
}

const BOMS: readonly (readonly [number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
/** First bytes of what people send under a wrong name. */
const SIGNATURES: readonly (readonly [number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "ZIP/XLSX"],
  [[0xd0, 0xcf, 0x11, 0xe0], "XLS"],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], "PDF"],
  [[0x1f, 0x8b, 0x08], "GZIP"],
  [[0x89, 0x50, 0x4e, 0x47], "PNG"],
  [[0xff, 0xd8, 0xff], "JPEG"],
];
const ASCII_CONFIDENCE = 0.9;
/** Below this the encoding is a guess: another reads as well, or none does. */
export const SURE_ENCODING = 0.6;
/** What the statistics of chardet count for. */
const HINT_WEIGHT = 0.2;
/** The encodings that a name of chardet may mean: it takes a text without 0x80–0x9F for one of ISO's. */
const HINTED: Record<string, string[]> = {
  "ISO-8859-1": ["windows-1252"],
  "ISO-8859-2": ["windows-1250", "iso-8859-2"],
  "ISO-8859-7": ["windows-1253"],
  "ISO-8859-9": ["windows-1254"],
};

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** Finds the encoding of a text by its first bytes. Throws FileUnreadable for a known format that is no text. */
export function detectEncoding(sample: Uint8Array): DetectedEncoding {
  const signature = SIGNATURES.find(([start]) => startsWith(sample, start));
  if (signature) throw new FileUnreadable("not_text", { kind: signature[1] });
  const bom = BOMS.find(([start]) => startsWith(sample, start));
  if (bom) return { encoding: bom[1], confidence: 1 };
  return wideEncoding(sample) ?? strictUtf8(sample) ?? damagedUtf8(sample) ?? singleByteEncoding(sample);
}

/** In UTF-16, the zero halves of Latin letters all lie on one side. */
function wideEncoding(sample: Uint8Array): DetectedEncoding | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const enough = sample.length * 0.15;
  if (odd > enough && even * 10 < odd) return { encoding: "utf-16le", confidence: 0.95 };
  if (even > enough && odd * 10 < even) return { encoding: "utf-16be", confidence: 0.95 };
  return undefined;
}

function strictUtf8(sample: Uint8Array): DetectedEncoding | undefined {
  try {
    // As a stream, so that a character cut by the end of the sample is no fault.
    decoderOf("utf-8", { strict: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
  return { encoding: "utf-8", confidence: sample.some((byte) => byte >= 0x80) ? 1 : ASCII_CONFIDENCE };
}

/**
 * This many characters of several bytes must stand beside one byte that is of none: texts in other encodings have hardly
 * any.
 */
const WHOLE_PER_BROKEN = 10;

/** A text in UTF-8 with a few bytes that are not: a program pasted a line of another encoding into it. */
function damagedUtf8(sample: Uint8Array): DetectedEncoding | undefined {
  const { whole, broken } = countUtf8(sample.subarray(0, wholeLength(sample)));
  return whole >= broken * WHOLE_PER_BROKEN ? { encoding: "utf-8", confidence: 1 } : undefined;
}

/**
 * The encoding of a text with one byte a character. Of the two western ones, which differ in 8 letters and signs, the one
 * with quotes and dashes in 0x80–0x9F is windows-1252; no written character is there in ISO-8859-15.
 */
function singleByteEncoding(sample: Uint8Array): DetectedEncoding {
  const hints = new Map<string, number>();
  for (const { name, confidence } of analyse(sample)) {
    for (const encoding of HINTED[name] ?? [name.toLowerCase()]) {
      hints.set(encoding, Math.max(hints.get(encoding) ?? 0, (confidence / 100) * HINT_WEIGHT));
    }
  }
  const { encoding, confidence } = guessSingleByte(sample, hints);
  if (encoding !== "windows-1252" || sample.some((byte) => byte >= 0x80 && byte <= 0x9f))
    return { encoding, confidence };
  const text = decoderOf("iso-8859-15", { strict: false }).decode(sample);
  const isLatin9 = /\d\s?€|€\s?\d|[(\s]€|\p{L}[ŠšŽžŒœŸ]|[ŠšŽžŒœ]\p{Ll}/u.test(text);
  return { encoding: isLatin9 ? "iso-8859-15" : "windows-1252", confidence };
}
