import type { TextFormat } from "../file-format.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { decoderOf } from "../text/code-pages.ts";
import { detectEncoding } from "../text/encoding.ts";
import { detectDialect, firstRecords } from "./dialect.ts";

const SAMPLE_BYTES = 64 * 1024;

const textOf = (sample: Uint8Array, encoding: string) => decoderOf(encoding, { strict: false }).decode(sample);

/**
 * Finds encoding, delimiter and quoting of a delimited text by its first 64 KiB; what stands before the header is
 * not looked for. Throws FileUnreadable for an empty sample and for a format that is no text.
 */
export function detectFormat(sample: Uint8Array): TextFormat {
  if (sample.length === 0) throw new FileUnreadable("empty_file");
  const bytes = sample.subarray(0, SAMPLE_BYTES);
  const { encoding, confidence } = detectEncoding(bytes);
  const { delimiter, quote } = detectDialect(textOf(bytes, encoding), { isCut: bytes.length === SAMPLE_BYTES });
  return {
    format: "csv",
    encoding,
    encodingConfidence: confidence,
    delimiter,
    quote,
    skipHeaderRows: 0,
    hasHeader: true,
  };
}

/** The first records of a sample as they stand, blank ones and the header too. */
export function sampleRows(sample: Uint8Array, format: TextFormat, max: number): string[][] {
  const bytes = sample.subarray(0, SAMPLE_BYTES);
  return firstRecords(textOf(bytes, format.encoding), format, { max, isCut: bytes.length === SAMPLE_BYTES });
}
