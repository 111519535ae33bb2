import { type ExportOptions, encode } from "../../src/exports/export-options.ts";
import type { ThreadServices } from "../../src/services.ts";

/**
 * Writes an export for a caller who reads it as it is made. Each page is read from the newest state: a snapshot would
 * keep the database from tidying up for as long as a slow caller takes.
 */
export function stream(
  { reader, files, now }: ThreadServices,
  tenantId: string,
  options: ExportOptions,
): AsyncIterable<Uint8Array> {
  return encode(options, { db: reader(tenantId), files, nowMs: now() });
}
