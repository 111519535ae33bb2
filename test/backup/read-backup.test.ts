import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { archiveEnd, DamagedBackup, writeEntry } from "../../src/backup/backup-archive.ts";
import { type BackupSource, IncompleteBackup, NewerBackup } from "../../src/backup/read-backup.ts";
import { verifyBackup } from "../../src/backup/restore-backup.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

const MANIFEST = {
  format: 1,
  program_version: "9.9.9",
  schema_version: 1,
  made_at: "2026-11-25T02:30:00.000Z",
  tables: {},
  database: { store: "file", size_bytes: 0, sha256: "" },
  files: { store: "local", count: 0, size_bytes: 0 },
  has_secret_key: false,
};

/** A backup of these entries, each with its right checksum. */
async function backupOf(entries: Record<string, string>): Promise<BackupSource> {
  const chunks: Uint8Array[] = [];
  for (const [name, text] of Object.entries(entries)) {
    const bytes = Buffer.from(text);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    for await (const chunk of writeEntry({ name, sizeBytes: bytes.length, sha256 }, [bytes])) chunks.push(chunk);
  }
  const path = join(temporaryFolder(), "backup.tar.zst");
  writeFileSync(path, zstdCompressSync(Buffer.concat([...chunks, archiveEnd()])));
  return { bytes: createReadStream(path), isPacked: true };
}

const manifest = (change: object = {}) => JSON.stringify({ ...MANIFEST, ...change });

test.each([
  ["a newer layout", { "manifest.json": manifest({ format: 2 }) }, NewerBackup],
  ["a newer schema", { "manifest.json": manifest({ schema_version: 1_000 }) }, NewerBackup],
  ["no database", { "manifest.json": manifest() }, IncompleteBackup],
  ["a missing key", { "manifest.json": manifest({ has_secret_key: true }), "catalogd.db": "" }, IncompleteBackup],
  ["other counts", { "manifest.json": manifest({ tables: { product: 2 } }), "catalogd.db": "" }, DamagedBackup],
  ["no manifest", { "catalogd.db": "" }, DamagedBackup],
  ["a manifest that is none", { "manifest.json": "{}" }, DamagedBackup],
  ["nothing", {}, DamagedBackup],
  ["an entry that leads out of the folder", { "manifest.json": manifest(), "files/../../x": "a" }, DamagedBackup],
  ["an entry of another kind", { "manifest.json": manifest(), "etc/passwd": "a" }, DamagedBackup],
])("a backup with %s is refused", async (_, entries, kind) => {
  const source = await backupOf(entries as Record<string, string>); // without those that are undefined
  expect(await refusal(verifyBackup(source))).toBeInstanceOf(kind);
});

test("a name longer than a tar header is read whole", async () => {
  const name = `files/${"a".repeat(99)}/${"b".repeat(120)}`;
  const source = await backupOf({
    "manifest.json": manifest({ files: { store: "local", count: 1, size_bytes: 2 } }),
    [name]: "ab",
  });
  // Only the database is missing.
  expect(await refusal(verifyBackup(source))).toMatchObject({ message: "It lacks the database" });
});
