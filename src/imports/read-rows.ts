import type { Import } from "../../db/imports/imports.ts";
import { ApiError } from "../http/errors.ts";
import type { Files } from "../storage/files.ts";
import { CHUNK_ROWS, type ChunkRow, identityOf } from "./chunk-row.ts";
import { IdentityCounts } from "./identity-counts.ts";
import { readRecords } from "./reading/read-records.ts";
import { RepeatFinder } from "./repeats.ts";
import { compileRowMapper } from "./rows/compile-row-mapper.ts";
import type { MappedRow } from "./rows/mapped-row.ts";
import { formatOf, rowMappingOf } from "./saved-mapping.ts";

/** Rows that are applied together. */
export interface FileChunk {
  rows: ChunkRow[];
  lastRecord: number;
}

/** The file of an import, mapped. */
export interface ImportFile {
  /** The rows after record number `after`, in chunks. */
  chunks(options: { after: number; signal?: AbortSignal }): AsyncGenerator<FileChunk>;
  /** Whether rows besides those that are known name what an identity names; only when identities were counted. */
  namesMore: ReturnType<IdentityCounts["finish"]>;
}

/** The import's file as it lies. Throws INVALID_STATE when it was purged. */
export function fileOf({ fileKey, status }: Pick<Import, "fileKey" | "status">): string {
  if (fileKey !== null) return fileKey;
  throw new ApiError("INVALID_STATE", { key: "imports.file_purged", details: { current_state: status } });
}

/**
 * Reads an import's file through once, to learn which rows mean one product, and gives its rows then.
 * Throws FileUnreadable, and INVALID_STATE when the file was purged.
 */
export async function openImportFile(
  files: Files,
  found: Import,
  { pivot, countsIdentities = false }: { pivot: string; countsIdentities?: boolean },
): Promise<ImportFile> {
  const fileKey = fileOf(found);
  const format = formatOf(found);
  const map = compileRowMapper(rowMappingOf(found, pivot));

  async function* mapped(after: number): AsyncGenerator<MappedRow[]> {
    let isHeader = true;
    for await (const batch of readRecords(files.read(fileKey), format)) {
      const records = isHeader ? batch.slice(1) : batch;
      isHeader = false;
      const rows: MappedRow[] = [];
      for (const record of records) if (record.number > after) rows.push(map(record));
      yield rows;
    }
  }

  const repeats = new RepeatFinder();
  const identities = new IdentityCounts();
  for await (const rows of mapped(0)) {
    for (const row of rows) {
      repeats.add(row);
      if (countsIdentities) identities.add(identityOf(row));
    }
  }
  const repeatOf = repeats.finish();
  return {
    namesMore: identities.finish(),
    chunks: async function* ({ after, signal }) {
      const waiting: ChunkRow[] = [];
      const take = (): FileChunk => {
        const rows = waiting.splice(0, CHUNK_ROWS);
        return { rows, lastRecord: rows.at(-1)?.rowNumber ?? after };
      };
      for await (const rows of mapped(after)) {
        signal?.throwIfAborted();
        for (const row of rows) waiting.push({ ...row, ...repeatOf(row.rowNumber) });
        while (waiting.length >= CHUNK_ROWS) yield take();
      }
      if (waiting.length > 0) yield take();
    },
  };
}
