import type { Container } from "./archive/unpack.ts";
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

/** Whether a file is an archive of files of one product each. */
export const isOfProducts = ({ container }: FileFormat): boolean =>
  container?.kind === "zip" && container.isEach === true;

/** Whether the rows themselves name the columns: there is no header among them. */
export const namesColumns = ({ format }: Pick<FileFormat, "format">): boolean => format === "json" || format === "xml";

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
