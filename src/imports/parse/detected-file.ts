import { unpack } from "./archive/unpack.ts";
import { sampleRows } from "./csv/detect-format.ts";
import { detectFile } from "./detect-file.ts";
import { type FileFormat, isWorkbook, namesColumns } from "./file-format.ts";
import { type FileSource, headOf } from "./file-source.ts";
import { readTable } from "./read-table.ts";
import { ColumnList } from "./tree/column-list.ts";

/** How a file would be read. */
export interface DetectedFile {
  format: FileFormat["format"];
  encoding: string | null;
  delimiter: string | null;
  encoding_confidence: number;
  sheets: string[];
  /** The first five as they stand, the header too; of JSON and XML the names of the columns first. */
  sample_rows: string[][];
}

const SAMPLE_ROWS = 5;

async function samplesOf(source: FileSource, format: FileFormat): Promise<string[][]> {
  if (format.format === "csv") {
    await using inner = await unpack(source, format.container ?? null, { isRandom: false });
    return sampleRows(await headOf(inner.read()), format, SAMPLE_ROWS);
  }
  const columns = new ColumnList();
  for await (const batch of readTable(source, format, { columns })) {
    const rows = batch.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
    return namesColumns(format) ? [[...columns.names], ...rows].slice(0, SAMPLE_ROWS) : rows;
  }
  return [];
}

/** Says how a file would be read, by its beginning; one that is cut off in JSON or XML too. Throws FileUnreadable. */
export async function detectedFile(source: FileSource, sheet: string | null): Promise<DetectedFile> {
  const sample: FileSource = { ...source, mayBeCut: true };
  const format = await detectFile(sample, { sheet });
  return {
    format: format.format,
    encoding: format.encoding,
    delimiter: format.delimiter,
    encoding_confidence: format.encodingConfidence,
    sheets: isWorkbook(format) ? format.sheets : [],
    sample_rows: await samplesOf(sample, format),
  };
}
