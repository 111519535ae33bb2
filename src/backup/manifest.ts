import type { DatabaseFacts } from "../../db/local/copy-database.ts";
import { isRecord } from "../text/unknown-values.ts";
import { DamagedBackup } from "./backup-archive.ts";

/** The layout of the archive; an older program refuses a newer one. */
export const FORMAT = 1;

/** The names of the entries of an archive, in this order; the stored files follow under `files/`. */
export const ENTRY = {
  manifest: "manifest.json",
  key: "secret.key",
  database: "catalogd.db",
  files: "files/",
} as const;

/** The first entry of a backup: what is in it. */
export interface Manifest {
  format: number;
  /** Of the program that made it. */
  program_version: string;
  schema_version: number;
  /** The moment that the database shows, ISO 8601. */
  made_at: string;
  /** Rows of each table. */
  tables: DatabaseFacts["tables"];
  /** `server`: the database is on a libSQL server and not in this backup; the numbers of rows are what the server said. */
  database: { store: "file" | "server"; size_bytes: number; sha256: string };
  /** `s3`: the files are in a bucket and not in this backup. */
  files: { store: "local" | "s3"; count: number; size_bytes: number };
  has_secret_key: boolean;
}

/** What a restore needs and this backup does not have. */
export function missingFrom({ has_secret_key, files, database }: Manifest): MissingPart[] {
  return [
    ...(has_secret_key ? [] : ["secret_key" as const]),
    ...(files.store === "s3" ? ["files" as const] : []),
    ...(database.store === "server" ? ["database" as const] : []),
  ];
}
export type MissingPart = "secret_key" | "files" | "database";

/** Reads a manifest. Throws `DamagedBackup` for what is none; one of a newer format has its number and no more that is known. */
export function parseManifest(text: string): Manifest {
  const fault = new DamagedBackup("Its manifest cannot be read");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw fault;
  }
  if (!isRecord(parsed) || typeof parsed["format"] !== "number") throw fault;
  const { files, database, tables, schema_version } = parsed;
  const isKnown = isRecord(files) && isRecord(database) && isRecord(tables) && typeof schema_version === "number";
  if (parsed["format"] <= FORMAT && !isKnown) throw fault;
  return parsed as unknown as Manifest; // written by `takeBackup`, its checksum compared
}
