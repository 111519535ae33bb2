import type { Container } from "./archive/unpack.ts";
import { decoderOf } from "./code-pages.ts";
import { detectDialect, firstRecords } from "./dialect.ts";
import { detectEncoding } from "./encoding.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import type { GivenFormat } from "./given-format.ts";
import type { JsonFormat } from "./json/read-json.ts";
import type { OdsFormat } from "./ods/read-ods.ts";
import type { SheetFormat } from "./xlsx/read-xlsx.ts";
import type { XmlFormat } from "./xml/read-xml.ts";

/** Where the rows of a grid begin. */
interface Layout {
  /** Records before the header, blank ones counted. */
  skipHeaderRows: number;
  /** False: the rows begin at once, or name the columns themselves. */
  hasHeader: boolean;
}

/** How a file is to be read. */
export type FileFormat = (
  | TextFormat
  | ((JsonFormat | XmlFormat) & Layout & { delimiter: null })
  | ((SheetFormat | OdsFormat) & Layout & { encoding: null; encodingConfidence: number; delimiter: null })
) & {
  /** What it lies in; absent in what older versions have stored. */
  container?: Container | null;
  /** What a person has said of how it is read. */
  given?: GivenFormat;
};

/** Whether a file is a workbook, of which one sheet is read. */
export const isWorkbook = (format: FileFormat): format is Extract<FileFormat, { sheet: string }> => "sheet" in format;

/** How a delimited text is to be read. */
export interface TextFormat extends Layout {
  format: "csv";
  /** A label of the Encoding Standard (utf-8, utf-16le, windows-1252, …), or cp850. */
  encoding: string;
  /** 0 to 1. */
  encodingConfidence: number;
  delimiter: string;
  /** `null` when the file does not quote. */
  quote: string | null;
}

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
