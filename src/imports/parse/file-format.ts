import { decoderOf } from "./code-pages.ts";
import { detectDialect, firstRecords } from "./dialect.ts";
import { detectEncoding } from "./encoding.ts";
import { FileUnreadable } from "./file-unreadable.ts";

/** How a file is to be read. */
export interface FileFormat {
  format: "csv";
  /** A label of the Encoding Standard (utf-8, utf-16le, windows-1252, …), or cp850. */
  encoding: string;
  /** 0 to 1. */
  encodingConfidence: number;
  delimiter: string;
  /** `null` when the file does not quote. */
  quote: string | null;
  /** Records before the header, blank ones counted. */
  skipHeaderRows: number;
  /** False: the rows begin at once. */
  hasHeader: boolean;
}

const SAMPLE_BYTES = 64 * 1024;

const textOf = (sample: Uint8Array, encoding: string) => decoderOf(encoding, { strict: false }).decode(sample);

/**
 * Finds encoding, delimiter and quoting by the first 64 KiB of a file; what stands before the header is
 * not looked for. Throws FileUnreadable for an empty sample and for a format that is no text.
 */
export function detectFormat(sample: Uint8Array): FileFormat {
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
export function sampleRows(sample: Uint8Array, format: FileFormat, max: number): string[][] {
  const bytes = sample.subarray(0, SAMPLE_BYTES);
  return firstRecords(textOf(bytes, format.encoding), format, { max, isCut: bytes.length === SAMPLE_BYTES });
}
