import { type ExportOptions, encode, openTable } from "../../src/exports/export-options.ts";
import type { ThreadServices } from "../../src/services.ts";

/**
 * Writes an export for a caller who reads it as it is made. Each page is read from the newest state: a snapshot would
 * keep the database from tidying up for as long as a slow caller takes.
 */
export const stream = (services: ThreadServices, tenantId: string, options: ExportOptions): AsyncIterable<Uint8Array> =>
  encode(openTable(services.reader(tenantId), options), options.format);
