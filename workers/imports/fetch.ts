import { listConfigFiles } from "../../db/import-configs/config-files.ts";
import { type ImportSource, importSources } from "../../db/imports/import-sources.ts";
import { type Import, imports } from "../../db/imports/imports.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import type { ErrorCode } from "../../src/http/output/faults/error-codes.ts";
import { type Language, translate } from "../../src/http/output/messages.ts";
import { type Chooser, chooserOf, findWaiting } from "../../src/imports/configs/choose-file.ts";
import { ImportConfig } from "../../src/imports/configs/import-config.ts";
import { endWithoutFile, noteFailedFile, skipUnchanged } from "../../src/imports/configs/note-run.ts";
import type { ConfigTaking } from "../../src/imports/configs/note-taken.ts";
import { failImport } from "../../src/imports/run/moves.ts";
import { endFetch, noteFetch, storeFetchedFile } from "../../src/imports/sources/note-fetch.ts";
import { openSecrets } from "../../src/imports/sources/open-secrets.ts";
import type { Source } from "../../src/imports/sources/source.ts";
import { sourceFailure } from "../../src/imports/sources/source-error.ts";
import { takeFile } from "../../src/imports/sources/take-file.ts";
import type { TakenFile, Validators } from "../../src/imports/sources/taking.ts";
import { applyTemplate, chooseTemplate } from "../../src/imports/upload/choose-template.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { requireSpace } from "../../src/storage/free-space.ts";
import { hasNoRoom } from "../../src/storage/no-room.ts";
import { requireStorage } from "../../src/storage/tenant-quota.ts";
import { cleanFileName } from "../../src/uploads/upload-name.ts";
import { analyze } from "./analyze.ts";

type Context = JobContext<"imports.fetch">;

const MIB = 1024 * 1024;
const languageOf = ({ language }: Import): Language => (language === "fr" ? "fr" : "en");

/** Fetches the file of an import from where its sender puts it, and analyses it. Interrupted, it starts again. */
export const fetch: JobHandler<"imports.fetch"> = async ({ importId }, context) => {
  const { db, services, signal, commit } = context;
  const [found, from] = [await imports.find(db, { id: importId }), await importSources.find(db, { importId })];
  if (!found || !from) return;
  const state: Fetching["state"] = { isStored: false, isDone: false, choice: undefined };
  const fileKey = `${db.tenantId}/imports/${importId}`;
  const config = await memoryOf(db, found);
  try {
    await fetchFile(context, { found, from, fileKey, config, state });
  } catch (error) {
    signal.throwIfAborted();
    // The import has its file; what the source does not learn of it is no failure of the import.
    if (state.isDone)
      return services.log.warn({ import: importId, error: String(error) }, "cannot mark a mail as read");
    const failure = failureOf(error, { language: languageOf(found), limitMib: services.config.uploadLimitMib });
    if (!failure) throw error;
    await rememberFailed(context, importId, { config, state, code: failure.code });
    await commit(failImport, { id: importId, ...failure }, "done");
  } finally {
    if (!state.isStored) await services.files.delete(fileKey);
  }
};

/** One that is too large or holds nothing would be in the way of those behind it: it is not taken again until it has changed. */
async function rememberFailed(
  { commit }: Pick<Context, "commit">,
  id: string,
  { config, state, code }: Pick<Fetching, "config" | "state"> & { code: ErrorCode },
): Promise<void> {
  const isOfFile = code !== "SOURCE_UNREACHABLE" && code !== "INSUFFICIENT_STORAGE";
  if (!config || !state.choice || state.isStored || !isOfFile) return;
  await commit(noteFailedFile, { id, taking: { ...config.takingOf(state.choice), sha256: null } }, "none");
}

interface Fetching {
  found: Import;
  from: ImportSource;
  fileKey: string;
  /** Of an import that a configuration wanted. */
  config: Memory | undefined;
  state: { isStored: boolean; isDone: boolean; choice: Pick<TakenFile, "mark" | "left"> | undefined };
}

/** What a configuration remembers of the files that it has taken. */
interface Memory {
  chooser: Chooser;
  known: Validators | undefined;
  takingOf(taken: Pick<TakenFile, "mark" | "left">): Omit<ConfigTaking, "sha256">;
}

async function memoryOf(db: Context["db"], { id, configId }: Import): Promise<Memory | undefined> {
  const config = configId === null ? undefined : await ImportConfig.table.find(db, configId);
  if (!config) return undefined;
  const files = await listConfigFiles(db, config.id);
  const waiting = await findWaiting(db, files, id);
  const chooser = chooserOf(config, files, { importId: id, waiting });
  const isImported = (sha256: string | null) => sha256 !== null && sha256 === config.imported_sha256;
  return {
    chooser,
    known: config.skip_if_unchanged
      ? files.find(({ name, sha256 }) => name === config.source["url"] && (isImported(sha256) || waiting === name))
      : undefined,
    takingOf: ({ mark, left }) => ({ configId: config.id, mark, left, gone: chooser.gone() }),
  };
}

async function fetchFile(
  { db, services, signal, commit }: Context,
  { found, from, fileKey, config: memory, state }: Fetching,
) {
  const { id } = found;
  const { files, config, outbound } = services;
  // Written by `addRequest`.
  const source = from.source as Source;
  const note = (move: "connect" | "download" | "analyze") => services.write(noteFetch, db.tenantId, { id, move });
  if (!(await note(source.type === "url" ? "analyze" : "connect"))) return;
  await requireSpace(config);
  await requireStorage(db, config, 0);
  const secrets = await openSecrets(services, db, from.secretPlace);
  await takeFile(
    source,
    secrets,
    { outbound, config, pause: (ms) => services.pause(ms, signal) },
    {
      ...(memory ? { choose: memory.chooser.choose, known: memory.known } : { mailsMax: 1 }),
      chosen: async (choice) => {
        state.choice = choice;
        if (source.type !== "url") await note("download");
      },
      store: async (bytes) =>
        files.put(fileKey, untilAborted(bytes, signal), { limitBytes: config.uploadLimitMib * MIB }),
      nothingNew: async () => {
        await commit(endWithoutFile, { id }, "done");
        state.isDone = true;
      },
      accept: async (file) => {
        await requireStorage(db, config, file.sizeBytes);
        // `true` ends the import: there is nothing new in the file.
        const taking = memory ? { ...memory.takingOf(file), sha256: file.sha256 } : null;
        state.isDone = taking !== null && (await commit(skipUnchanged, { id, taking }, "none"));
        if (state.isDone) return;
        state.isStored = await accept({ services, commit }, { id, fileKey, file, taking });
        if (!state.isStored) return;
        const ended = await analyzed({ db, services }, { found, from, fileKey, fileName: file.name });
        await commit(endFetch, { id, ...ended, autoProcess: from.autoProcess }, "done");
        state.isDone = true;
      },
    },
  );
}

const accept = (
  { commit }: Pick<Context, "commit" | "services">,
  { file, ...rest }: { id: string; fileKey: string; file: TakenFile; taking: ConfigTaking | null },
) => commit(storeFetchedFile, { ...rest, fileName: cleanFileName(file.name), fileSizeBytes: file.sizeBytes }, "none");

/** What the file holds, and what a template makes of it. */
async function analyzed(
  { db, services }: Pick<Context, "db" | "services">,
  { found, from, fileKey, fileName }: Pick<Fetching, "found" | "from" | "fileKey"> & { fileName: string },
) {
  const language = languageOf(found);
  const { templateId, autoProcess, skipHeaderRows, sheetName } = from;
  const template = await chooseTemplate(db, { ...found, templateId });
  const fileOptions = template?.file_options ?? {};
  const analysis = await analyze(services, db.tenantId, {
    fileKey,
    fileName,
    sheetName: sheetName ?? fileOptions.sheet_name ?? null,
    skipHeaderRows: skipHeaderRows ?? fileOptions.skip_header_rows ?? null,
    fileOptions,
    language,
  });
  const { format, columns, rowCount, marks, suggestedMapping } = analysis;
  return {
    analysis: { format, columns, rowCount, marks, suggestedMapping },
    applied: await applyTemplate(db, template, analysis, { autoProcess, language }),
  };
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** What an import says of what went wrong; `undefined` for what is no fault outside. */
function failureOf(
  thrown: unknown,
  { language, limitMib }: { language: Language; limitMib: number },
): { code: ErrorCode; message: string } | undefined {
  const error = hasNoRoom(thrown) ? new ApiError("INSUFFICIENT_STORAGE") : thrown;
  const ofSource = sourceFailure(error, { language, limitMib });
  if (ofSource || !(error instanceof ApiError)) return ofSource;
  const { key, params, details, fields } = error.options;
  const detail: unknown = Object(details).message;
  const message = fields?.[0]?.key ? translate(language, fields[0].key, fields[0].params) : undefined;
  return {
    code: error.code,
    message: message ?? (typeof detail === "string" ? detail : translate(language, key ?? error.code, params)),
  };
}
