import type { Import } from "../../../../db/imports/imports.ts";
import { openPauses } from "../../../runtime/pauses.ts";
import type { Files } from "../../../storage/files.ts";
import { compileRowMapper } from "../../map/row/compile-row-mapper.ts";
import type { FamilyChild, FamilyLayout } from "../../map/row/family-mark.ts";
import { familyLayout } from "../../map/row/family-step.ts";
import type { RowMappingSettings } from "../../map/row/mapping-settings.ts";
import { formatOf, rowMappingOf } from "../../map/saved-mapping.ts";
import type { ForeignPrices } from "../../map/values/foreign-prices.ts";
import type { FileRecord } from "../../parse/file-record.ts";
import { sourceOf } from "../../parse/file-source.ts";
import { readTable } from "../../parse/read-table.ts";
import { ColumnList } from "../../parse/tree/column-list.ts";
import { fileOf } from "../../require-import.ts";
import { CHUNK_ROWS, type ChunkRow } from "../row/chunk-row.ts";
import type { IdentityCounts } from "./identity-counts.ts";
import { endFamily, joinFamilies } from "./join-families.ts";
import type { Repeat } from "./repeats.ts";
import { surveyRows } from "./survey-rows.ts";

/** Rows that are applied together. */
export interface FileChunk {
  rows: ChunkRow[];
  lastRecord: number;
}

interface ChunkOptions {
  after: number;
  signal?: AbortSignal;
  /** How many rows the next chunk has. */
  rows?: () => number;
}

/** The file of an import, mapped. */
export interface ImportFile {
  /** The rows after record number `after`, in chunks. */
  chunks(options: ChunkOptions): AsyncGenerator<FileChunk>;
  /** Whether rows besides those that are known name what an identity names; only when identities were counted. */
  namesMore: ReturnType<IdentityCounts["finish"]>;
}

/** The records behind the header. */
async function* recordsOf(...given: Parameters<typeof readTable>): AsyncGenerator<FileRecord[]> {
  // Formats that an older version has stored say nothing of it.
  let isHeader = given[1].hasHeader !== false;
  for await (const batch of readTable(...given)) {
    yield isHeader ? batch.slice(1) : batch;
    isHeader = false;
  }
}

/**
 * Reads an import's file through, to learn which rows mean one product, and gives its rows then.
 * Throws FileUnreadable, and INVALID_STATE when the file was purged.
 */
export async function openImportFile(
  files: Files,
  found: Import,
  {
    pivot,
    foreignPrices,
    countsIdentities = false,
    rowsMax,
    signal,
  }: {
    pivot: string;
    foreignPrices?: ForeignPrices | undefined;
    countsIdentities?: boolean;
    /** Only the first rows, this number of them. */
    rowsMax?: number | undefined;
    signal?: AbortSignal;
  },
): Promise<ImportFile> {
  const fileKey = fileOf(found);
  const format = formatOf(found);
  const source = await sourceOf(files, fileKey, found.fileName);
  const all = () => recordsOf(source, format, { columns: new ColumnList(found.columns) });
  const records = () => (rowsMax === undefined ? all() : firstOf(all(), rowsMax));
  const mapping = await withChildren({ ...rowMappingOf(found, pivot), foreignPrices }, all, signal);
  const map = compileRowMapper(mapping);
  const { repeatOf, namesMore } = await surveyRows(records, mapping, { countsIdentities, signal });
  const rowOf = (record: FileRecord): ChunkRow => ({ ...map(record), ...repeatOf(record.number) });
  const layout = familyLayout(mapping);
  if (layout)
    return { namesMore, chunks: (options) => familyChunks(records(), { mapping, repeatOf }, layout, options) };
  return { namesMore, chunks: (options) => chunksOf(records(), rowOf, options) };
}

/** The first rows; the rest of the file is not read. */
async function* firstOf(batches: AsyncGenerator<FileRecord[]>, rowsMax: number): AsyncGenerator<FileRecord[]> {
  let left = rowsMax;
  for await (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}

/** Variants that are remembered by what their products say of them; of more, each is a product. */
const CHILDREN_MAX = 200_000;

/** With the rows that others name as their variants, which may stand above them. */
async function withChildren(
  mapping: RowMappingSettings,
  records: () => AsyncGenerator<FileRecord[]>,
  signal: AbortSignal | undefined,
): Promise<RowMappingSettings> {
  const childrenOf = familyLayout(mapping)?.childrenOf;
  if (!childrenOf) return mapping;
  const children = new Map<string, FamilyChild>();
  const pauses = openPauses(signal);
  for await (const batch of records()) {
    if (pauses.isDue()) await pauses.take();
    for (const { cells } of batch) {
      if (children.size >= CHILDREN_MAX) return { ...mapping, children };
      for (const [sku, child] of childrenOf(cells)) children.set(sku, child);
    }
  }
  return { ...mapping, children };
}

/** The same of a file whose rows belong together: what a row is may depend on those before, so all are read. */
function familyChunks(
  records: AsyncGenerator<FileRecord[]>,
  { mapping, repeatOf }: { mapping: RowMappingSettings; repeatOf: (rowNumber: number) => Repeat },
  { isBlock }: FamilyLayout,
  options: ChunkOptions,
): AsyncGenerator<FileChunk> {
  const map = compileRowMapper(mapping);
  const open: ChunkRow[] = [];
  const batches = async function* (): AsyncGenerator<ChunkRow[]> {
    for await (const batch of records) {
      const rows = batch.map((record): ChunkRow => ({ ...map(record), ...repeatOf(record.number) }));
      yield [...joinFamilies(rows, isBlock, open)];
    }
    yield endFamily(open);
  };
  return chunksOf(batches(), (row) => row, options);
}

const numberOf = (record: FileRecord | ChunkRow): number => ("rowNumber" in record ? record.rowNumber : record.number);

/** The rows after a record, in chunks. */
async function* chunksOf<R extends FileRecord | ChunkRow>(
  records: AsyncGenerator<R[]>,
  rowOf: (record: R) => ChunkRow,
  { after, signal, rows: size = () => CHUNK_ROWS }: ChunkOptions,
): AsyncGenerator<FileChunk> {
  const waiting: ChunkRow[] = [];
  const pauses = openPauses(signal);
  const take = (): FileChunk => {
    const rows = waiting.splice(0, size());
    // A product may come before variants that stand above it: what is done is all that stands above.
    let last = Math.max(after, ...rows.map(({ rowNumber }) => rowNumber));
    for (let [next] = waiting; next && next.rowNumber < last; [next] = waiting) {
      rows.push(next);
      waiting.shift();
      last = Math.max(last, next.rowNumber);
    }
    return { rows, lastRecord: last };
  };
  for await (const batch of records) {
    signal?.throwIfAborted();
    for (const record of batch) {
      if (pauses.isDue()) await pauses.take();
      if (numberOf(record) > after) waiting.push(rowOf(record));
    }
    while (waiting.length >= size()) yield take();
  }
  while (waiting.length > 0) yield take();
}
