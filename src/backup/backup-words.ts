import type { MissingPart } from "./manifest.ts";

const AT_BACKUP: Record<MissingPart, string> = {
  secret_key:
    "Without secret.key the stored passwords and keys of other services cannot be read again: keep a copy of it elsewhere, or " +
    "add --with-key and guard the backup as you guard the key.",
  files: "The files are in the S3 bucket and not in this backup: have the bucket keep versions, or copy it.",
  database:
    "The database is on a libSQL server and not in this backup: copy it there at the same time, on its machine, with " +
    "sqlite3 SERVER_FOLDER/dbs/default/data \"vacuum into 'catalogd-server.db'\".",
};

const AT_RESTORE: Record<MissingPart, string> = {
  secret_key:
    "It has no secret.key: put that file into the data folder, or set CATALOGD_SECRET_KEY, before you start catalogd.",
  files: "It has no files: they are in the S3 bucket that catalogd was set to.",
  database:
    "It has no database: put the copy of the server's database into an empty folder of a libSQL server as dbs/default/data, " +
    "and start that server before catalogd.",
};

/** What a backup lacks, in words for the person who made it. */
export const wordsAtBackup = (missing: readonly MissingPart[]): string[] => missing.map((part) => AT_BACKUP[part]);
/** The same for the person who restores it. */
export const wordsAtRestore = (missing: readonly MissingPart[]): string[] => missing.map((part) => AT_RESTORE[part]);
