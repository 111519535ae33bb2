import { type ExportOptions, encode } from "../../src/exports/tasks/export-options.ts";
import { pagesOfBytes } from "../../src/exports/tasks/row-page-size.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { toPng } from "../media/to-png.ts";

/** What is read and written at once. */
const PAGE_BYTES = 128 * 1024;
/** What is handed to the thread that sends it: it holds some of them for each caller. */
const PIECE_BYTES = 32 * 1024;

/**
 * The same bytes in pieces, each with a buffer of its own: that is handed over to the other thread, where of a part of a larger
 * one the whole would be copied.
 */
async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) yield chunk.slice(from, from + PIECE_BYTES);
  }
}

/**
 * Writes an export for a caller who reads it as it is made. Each page is read from the newest state: a snapshot would
 * keep the database from tidying up for as long as a slow caller takes. A caller that does not read costs a page here and
 * some pieces in the thread that sends them, together less than a megabyte.
 */
export function stream(
  { reader, files, now }: ThreadServices,
  tenantId: string,
  options: ExportOptions,
): AsyncIterable<Uint8Array> {
  const pages = encode(
    options,
    { db: reader(tenantId), files, nowMs: now(), toPng },
    { size: pagesOfBytes(PAGE_BYTES) },
  );
  return pieces(pages);
}
