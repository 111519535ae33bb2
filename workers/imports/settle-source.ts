import { type ConfigFile, findFileOfImport } from "../../db/import-configs/config-files.ts";
import { configSecrets, ImportConfig } from "../../src/imports/configs/import-config.ts";
import { noteRenamed, pathAfter, sparePath } from "../../src/imports/configs/settle-file.ts";
import { openSecrets } from "../../src/imports/sources/open-secrets.ts";
import { type OpenSource, openSource, type SourceFile } from "../../src/imports/sources/open-source.ts";
import type { Source } from "../../src/imports/sources/source.ts";
import { sentSecrets } from "../../src/imports/sources/take-file.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { withoutSecrets } from "../../src/remote-files/remote-error.ts";

/**
 * Moves, renames or deletes a file at its source as its configuration says. One that is gone, or has changed since it was
 * taken, is left alone: it is another file.
 */
export const settleSource: JobHandler<"imports.settle-source"> = async ({ configId, importId, outcome }, context) => {
  const { db, services, signal, commit } = context;
  const [config, file] = [await ImportConfig.table.find(db, configId), await findFileOfImport(db, configId, importId)];
  if (!config || !file) return;
  const after = outcome === "success" ? config.after_success : config.after_failure;
  // Stored by `createConfig` and `updateConfig` from such a source.
  const source = config.source as unknown as Source;
  if (source.type === "url" || after.action === "leave") return;
  const secrets = await openSecrets(services, db, configSecrets(configId));
  const { outbound, config: settings } = services;
  try {
    const opened = await openSource(source, secrets, {
      outbound,
      config: settings,
      pause: (ms) => services.pause(ms, signal),
    });
    try {
      const lying = source.type === "email" ? mailOf(file) : await findLying(opened, file);
      if (!lying) return;
      const nowMs = services.now();
      const path = source.type === "email" ? after.folder : pathAfter(after, lying.name, nowMs);
      const name = await settle(opened, lying, { path: after.action === "delete" ? undefined : path, nowMs });
      if (name !== undefined) await commit(noteRenamed, { file, name }, "none");
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw withoutSecrets(error, sentSecrets(source, secrets));
  }
};

/** A mail is never changed, and is known by its place. */
const mailOf = ({ name, sizeBytes, modifiedAtMs }: ConfigFile): SourceFile => ({
  ...{ key: name, name, sizeBytes, modifiedAtMs },
  sender: null,
  subject: null,
});

const findLying = async (opened: OpenSource, { name, sizeBytes, modifiedAtMs }: ConfigFile) =>
  (await opened.list()).find(
    (file) => file.key === name && file.sizeBytes === sizeBytes && file.modifiedAtMs === modifiedAtMs,
  );

/** Deletes a file, or gives it a path. Answers what it is called now, where that is another name in the same folder. */
async function settle(
  opened: OpenSource,
  file: SourceFile,
  { path: wanted, nowMs }: { path: string | undefined; nowMs: number },
): Promise<string | undefined> {
  if (wanted === undefined) {
    await opened.remove(file);
    return undefined;
  }
  if (wanted === file.key) return undefined;
  const path = (await opened.exists(wanted)) ? sparePath(wanted, nowMs) : wanted;
  await opened.move(file, path);
  return path.includes("/") ? undefined : path;
}
