import { type ConfigFile, listConfigFiles } from "../../db/import-configs/config-files.ts";
import { chooserOf, findWaiting, isKnownFile } from "../../src/imports/configs/choose-file.ts";
import { configSecrets, ImportConfig } from "../../src/imports/configs/import-config.ts";
import { openSecrets } from "../../src/imports/sources/open-secrets.ts";
import { openSource, type SourceContext, type SourceFile } from "../../src/imports/sources/open-source.ts";
import { type LookRequest, SEEN_MAX, type SeenSource } from "../../src/imports/sources/seen-source.ts";
import type { Source, SourceSecrets } from "../../src/imports/sources/source.ts";
import { sourceFailure } from "../../src/imports/sources/source-error.ts";
import { sentSecrets } from "../../src/imports/sources/take-file.ts";
import { lookAtUrl } from "../../src/imports/sources/take-from-url.ts";
import type { Choice } from "../../src/imports/sources/taking.ts";
import { withoutSecrets } from "../../src/remote-files/remote-error.ts";
import { newestOf } from "../../src/remote-files/remote-reading.ts";
import { within } from "../../src/remote-files/within.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { isoOrNull } from "../../src/text/instant.ts";

const LIMIT_MS = 15_000;

/** Opens a source and lists the files that fit; takes none, and changes nothing. 15 seconds at most. */
export async function lookAtSource(
  services: ThreadServices,
  tenantId: string,
  { source, secrets: sent, configId, language }: LookRequest,
): Promise<SeenSource> {
  const db = services.reader(tenantId);
  const { outbound, config } = services;
  const ending = new AbortController();
  const context = { outbound, config, pause: (ms: number) => services.pause(ms, ending.signal) };
  try {
    const stored = configId === null ? {} : await openSecrets(services, db, configSecrets(configId));
    const secrets = { ...stored, ...sent };
    const files = await within(
      filesIn(source, secrets, context).catch((error: unknown) => {
        throw withoutSecrets(error, sentSecrets(source, secrets));
      }),
      LIMIT_MS,
    );
    const row = configId === null ? undefined : await ImportConfig.table.find(db, configId);
    const known = row ? await listConfigFiles(db, row.id) : [];
    const choice = row
      ? chooserOf(row, known, { importId: "", waiting: await findWaiting(db, known, "") }).choose(files)
      : newestIn(files);
    return { success: true, error_message: null, ...shown(files, known, choice) };
  } catch (error) {
    const failure = sourceFailure(error, { language, limitMib: config.uploadLimitMib });
    if (!failure) throw error;
    return { success: false, error_message: failure.message, total: 0, files: [] };
  }
}

async function filesIn(source: Source, secrets: SourceSecrets, context: SourceContext): Promise<SourceFile[]> {
  if (source.type === "url") return [await lookAtUrl(source, secrets, context)];
  const opened = await openSource(source, secrets, context);
  try {
    return await opened.list();
  } finally {
    await opened.close();
  }
}

function newestIn(files: readonly SourceFile[]): Choice {
  const file = newestOf(files);
  return file ? { file, left: 0 } : "none_fits";
}

function shown(files: readonly SourceFile[], known: readonly ConfigFile[], choice: Choice) {
  const byName = new Map(known.map((file) => [file.name, file]));
  const newestFirst = files.toSorted((one, other) => (other.modifiedAtMs ?? 0) - (one.modifiedAtMs ?? 0));
  return {
    total: files.length,
    files: newestFirst.slice(0, SEEN_MAX).map((file) => ({
      name: file.name,
      size_bytes: file.sizeBytes < 0 ? null : file.sizeBytes,
      modified_at: isoOrNull(file.modifiedAtMs),
      sender: file.sender,
      subject: file.subject,
      is_new: !isKnownFile(file, byName.get(file.key)),
      is_next: typeof choice === "object" && choice.file.key === file.key,
    })),
  };
}
