import { EVERY_TENANT, type Reader } from "../../db/ports.ts";
import {
  listAiDocumentFiles,
  listDocumentFiles,
  listFeedFiles,
  listImportFiles,
  listStoredMedia,
} from "../../db/storage/known-files.ts";
import { listTenants } from "../../db/tenants/all-tenants.ts";
import { mediaIdOf } from "../../src/products/media/file-keys.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Of these files of one kind, those that something still refers to. */
type KnownFiles = (db: Reader, keys: readonly string[]) => Promise<string[]>;

async function listMediaFiles(db: Reader, keys: readonly string[]): Promise<string[]> {
  const known = new Set(await listStoredMedia(db, [...new Set(keys.map(mediaIdOf))]));
  return keys.filter((key) => known.has(mediaIdOf(key)));
}

/** Each kind of file that lasts as long as its row. Exports are not among them: they expire. */
const KINDS: Record<string, KnownFiles> = {
  imports: listImportFiles,
  documents: listDocumentFiles,
  "ai-documents": listAiDocumentFiles,
  media: listMediaFiles,
  feeds: listFeedFiles,
  // Read at once, and not stored.
  "ean-asin": async () => [],
  "export-files": async () => [],
};
const AT_ONCE = 500;

/**
 * Deletes the files that were written before `beforeMs` and that nothing refers to: what is left when a process dies
 * between a file and its row, or between a row and its file. Rows are never deleted for want of a file, which may only be
 * out of reach. Returns how many files it deleted.
 */
export async function sweepFiles(services: ThreadServices, beforeMs: number, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let after = ""; !signal.aborted; ) {
    const tenants = await listTenants(services.reader(EVERY_TENANT), { after, limit: AT_ONCE });
    for (const { id } of tenants) {
      for (const kind of Object.keys(KINDS)) deleted += await sweepKind(services, id, kind, beforeMs, signal);
    }
    if (tenants.length < AT_ONCE) break;
    after = tenants.at(-1)?.id ?? after;
  }
  return deleted;
}

async function sweepKind(
  { files, reader }: ThreadServices,
  tenantId: string,
  kind: string,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let waiting: string[] = [];
  let deleted = 0;
  const flush = async () => {
    const known = new Set(await KINDS[kind]?.(reader(tenantId), waiting));
    const orphans = waiting.filter((key) => !known.has(key));
    for (const key of orphans) await files.delete(key);
    deleted += orphans.length;
    waiting = [];
  };
  for await (const { key, modifiedAtMs } of files.list(`${tenantId}/${kind}`)) {
    if (signal.aborted) return deleted;
    if (modifiedAtMs < beforeMs) waiting.push(key);
    if (waiting.length >= AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
  return deleted;
}
