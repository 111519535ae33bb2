import { markStarted } from "../../../db/imports/import-run.ts";
import { markErased, setFetchedFile, storeSecretsUntil } from "../../../db/imports/import-sources.ts";
import { imports, setAnalysis, setMapping } from "../../../db/imports/imports.ts";
import { countUse } from "../../../db/mapping-templates/templates.ts";
import { mutation } from "../../../db/ports.ts";
import { deleteSecrets } from "../../../db/secrets/secrets.ts";
import { noteRun } from "../configs/note-run.ts";
import { type ConfigTaking, noteTaken } from "../configs/note-taken.ts";
import { enqueueRun } from "../enqueue-run.ts";
import { fileFormatOf, type StoredAnalysis } from "../map/saved-mapping.ts";
import { requireImport } from "../require-import.ts";
import { Imports } from "../states.ts";
import type { AppliedTemplate } from "../upload/choose-template.ts";
import { SECRETS_STORED_MS } from "./request-import.ts";
import { importSecrets } from "./source.ts";

/** Notes how far a fetch is. Says whether it goes on: not when the import has ended meanwhile. */
export const noteFetch = mutation(
  "imports.note-fetch",
  async (tx, { id, move }: { id: string; move: "connect" | "download" | "analyze" }, { now }): Promise<boolean> => {
    const found = await requireImport(tx, id);
    const status = Imports.next(found, move);
    if (!status) return false;
    await imports.set(tx, { id }, { status });
    await storeSecretsUntil(tx, id, now() + SECRETS_STORED_MS);
    return true;
  },
);

interface FetchedFile {
  id: string;
  fileName: string;
  fileKey: string;
  fileSizeBytes: number;
  /** Of an import that a configuration wanted. */
  taking: ConfigTaking | null;
}

/**
 * Notes the file that was fetched; it is analysed next. From here on it can be downloaded, whether or not it can be read.
 */
export const storeFetchedFile = mutation(
  "imports.keep-fetched",
  async (tx, { taking, ...file }: FetchedFile, context) => {
    const status = Imports.next(await requireImport(tx, file.id), "analyze");
    if (!status) return false;
    await imports.set(tx, { id: file.id }, { status });
    await setFetchedFile(tx, file);
    if (taking !== null) await noteTaken(tx, file.id, taking, context);
    return true;
  },
);

interface Fetched {
  id: string;
  analysis: StoredAnalysis;
  applied: Pick<AppliedTemplate, "templateId" | "mapping">;
  autoProcess: boolean;
}

/** Notes what a fetched file holds: with a mapping it is ready, or begins. What let in is erased. */
export const endFetch = mutation(
  "imports.end-fetch",
  async (tx, { id, analysis, applied: { templateId, mapping }, autoProcess }: Fetched, context) => {
    const { now, newId } = context;
    const found = await requireImport(tx, id);
    await deleteSecrets(tx, importSecrets(id));
    await markErased(tx, id);
    if (!Imports.next(found, "analyze")) return;
    const { columns, suggestedMapping, rowCount: totalRows } = analysis;
    const status = mapping === null ? "awaiting_mapping" : autoProcess ? "pending" : "ready";
    await setAnalysis(tx, { id, status, fileFormat: fileFormatOf(analysis), columns, suggestedMapping, totalRows });
    if (mapping === null || !autoProcess) await noteRun(tx, id, status, context);
    if (mapping === null) return;
    await setMapping(tx, { id, status, mapping });
    if (templateId !== null) await countUse(tx, templateId);
    if (!autoProcess) return;
    const jobUid = newId();
    await markStarted(tx, { id, status, jobUid, nowMs: now() });
    await enqueueRun(tx, { id, totalRows, jobUid }, context);
  },
);
