import type { Reader } from "../../db/ports.ts";
import {
  listAiDocumentFiles,
  listDocumentFiles,
  listFeedFiles,
  listImportFiles,
  listStoredMedia,
} from "../../db/storage/known-files.ts";
import { mediaIdOf } from "../products/media/file-keys.ts";
import type { Files } from "../storage/files.ts";

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

/** The tenant's files of one kind that were written before `beforeMs`, in parts. */
async function* oldFiles(files: Pick<Files, "list">, folder: string, beforeMs: number): AsyncGenerator<string[]> {
  let keys: string[] = [];
  for await (const { key, modifiedAtMs } of files.list(folder)) {
    if (modifiedAtMs < beforeMs) keys.push(key);
    if (keys.length < AT_ONCE) continue;
    yield keys;
    keys = [];
  }
  yield keys;
}

/** The tenant's files that were written before `beforeMs` and that nothing refers to, in parts. */
export async function* orphanFiles(files: Pick<Files, "list">, db: Reader, beforeMs: number): AsyncGenerator<string[]> {
  for (const [kind, listKnown] of Object.entries(KINDS)) {
    for await (const keys of oldFiles(files, `${db.tenantId}/${kind}`, beforeMs)) {
      const known = new Set(keys.length === 0 ? [] : await listKnown(db, keys));
      yield keys.filter((key) => !known.has(key));
    }
  }
}
