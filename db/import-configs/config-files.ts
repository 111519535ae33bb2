import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const CONFIG_FILE = {
  configId: TEXT,
  name: TEXT,
  sizeBytes: NUMBER,
  modifiedAtMs: NUMBER_OR_NULL,
  sha256: TEXT_OR_NULL,
  etag: TEXT_OR_NULL,
  lastModified: TEXT_OR_NULL,
  importId: TEXT,
  takenAtMs: NUMBER,
};
/** The files that a configuration has taken, as they lie at its source. */
export const configFiles = keyedTable("import_config_file", CONFIG_FILE, ["configId", "name"]);
/** A file that a configuration has taken. */
export type ConfigFile = ValuesOf<typeof CONFIG_FILE>;

/** How many files of a folder are known: the ones taken last. */
const KNOWN_MAX = 20_000;

/** The files that are known, the one taken last first. */
export const listConfigFiles = (db: Reader, configId: string): Promise<ConfigFile[]> =>
  configFiles.list(db, { where: { configId }, by: "takenAtMs", limit: KNOWN_MAX });

/** The file that an import has taken. */
export const findFileOfImport = async (
  db: Reader,
  configId: string,
  importId: string,
): Promise<ConfigFile | undefined> => (await configFiles.list(db, { where: { configId, importId }, limit: 1 }))[0];

/** Forgets files that lie at their source no more. */
export const forgetConfigFiles = (tx: Tx, configId: string, name: readonly string[]) =>
  configFiles.erase(tx, { configId, name });
