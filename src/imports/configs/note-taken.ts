import { configFiles, forgetConfigFiles } from "../../../db/import-configs/config-files.ts";
import { setFilesLeft } from "../../../db/import-configs/configs.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import type { FileMark } from "../sources/taking.ts";
import { ImportConfig } from "./import-config.ts";

/** A file that a configuration's import has taken from its source. */
export interface ConfigTaking {
  configId: string;
  mark: FileMark;
  /** `null`: it could not be fetched whole. */
  sha256: string | null;
  /** How many further files are new. */
  left: number;
  /** The names that are known and lie at the source no more. */
  gone: string[];
}

/** Remembers a file, so that it is not taken again. A configuration that is gone needs no memory. */
export async function noteTaken(
  tx: Tx,
  importId: string,
  { configId, mark, sha256, left, gone }: ConfigTaking,
  { now }: MutationContext,
): Promise<void> {
  if (!(await ImportConfig.table.find(tx, configId))) return;
  const { key: name, ...known } = mark;
  await configFiles.put(tx, { configId, name, ...known, sha256, importId, takenAtMs: now() });
  if (gone.length > 0) await forgetConfigFiles(tx, configId, gone);
  await setFilesLeft(tx, importId, left);
}
