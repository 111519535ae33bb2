import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { StoredFile } from "../storage/files.ts";
import type { ArchiveBucket } from "../storage/s3-archives.ts";
import type { S3Settings } from "../storage/s3-files.ts";
import { writeAll } from "../storage/write-all.ts";
import { CannotBackUp } from "./cannot-back-up.ts";

/** Where archives are written and kept. */
export interface BackupPlace {
  /** A folder, or `s3://bucket/prefix`. */
  address: string;
  /** Where an archive of this name is. */
  locationOf(name: string): string;
  /** Writes an archive, which has its name only when all of it is stored. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Removes what killed backups of the same data folder left. */
  removeParts(nowMs: number): Promise<void>;
}

/** How long an upload of another service may take that writes below the same prefix. */
const PARTS_AGE_MS = 86_400_000;

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const hasScheme = (address: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(address);

/** The bucket and what follows it, without slashes at its ends; `undefined`: it is a folder. Throws `CannotBackUp`. */
function bucketOf(address: string): { bucket: string; path: string } | undefined {
  const [, bucket, path = ""] = S3.exec(address) ?? [];
  if (bucket !== undefined) return { bucket, path: path.replaceAll(/^\/+|\/+$/g, "") };
  if (!hasScheme(address)) return undefined;
  throw new CannotBackUp(`${address} is no place for backups: name a folder, or s3://bucket/prefix`);
}

/** How to get into the object store of backups. Throws `CannotBackUp`. */
function accessOf(config: Config, bucket: string): S3Settings {
  const endpoint = config.backupS3Endpoint ?? config.s3Endpoint;
  const accessKey = config.backupS3AccessKey ?? config.s3AccessKey;
  const secretKey = config.backupS3SecretKey ?? config.s3SecretKey;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) {
    throw new CannotBackUp(
      "s3:// needs CATALOGD_BACKUP_S3_ENDPOINT, CATALOGD_BACKUP_S3_ACCESS_KEY and CATALOGD_BACKUP_S3_SECRET_KEY",
    );
  }
  const region = config.backupS3Region ?? config.s3Region;
  return { endpoint, accessKey, secretKey, region, bucket, pathStyle: config.s3PathStyle };
}

/** The client costs 30 MB and a fifth of a second: only a backup to an object store loads it. */
const openBucket = async (config: Config, bucket: string): Promise<ArchiveBucket> =>
  (await import("../storage/s3-archives.ts")).openArchiveBucket(accessOf(config, bucket));

function openBucketPlace(
  config: Config,
  address: string,
  { bucket, path }: { bucket: string; path: string },
): BackupPlace {
  accessOf(config, bucket);
  const keyOf = (name: string) => (path === "" ? name : `${path}/${name}`);
  return {
    address,
    locationOf: (name) => `s3://${bucket}/${keyOf(name)}`,
    write: async (name, content) => (await openBucket(config, bucket)).write(keyOf(name), content),
    removeParts: async (nowMs) =>
      (await openBucket(config, bucket))
        .removeParts(keyOf("catalogd-"), nowMs - PARTS_AGE_MS)
        .catch((error: unknown) => {
          // Of a bucket that the first backup makes.
          if (!String(error).includes("bucket")) throw error;
        }),
  };
}

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Writes a file under another name, and gives it its own once all of it is on the disk. */
async function writeFileWhole(path: string, ending: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  if (existsSync(path)) throw new CannotBackUp(`${path} is there already`);
  const part = `${path}${ending}`;
  const file = await open(part, "w", 0o600);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    for await (const chunk of content) {
      await writeAll(file, chunk, sizeBytes);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    }
    await file.sync();
    await file.close();
    await rename(part, path);
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

function openFolderPlace({ dataDir }: Config, address: string): BackupPlace {
  const folder = resolve(address);
  // Several services may write into one folder.
  const ending = `.${shortHash(resolve(dataDir))}.part`;
  return {
    address: folder,
    locationOf: (name) => join(folder, name),
    write: (name, content) => writeFileWhole(join(folder, name), ending, content),
    removeParts: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        if (name.endsWith(ending)) await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Opens a place for backups by its address. Throws `CannotBackUp`. */
export function openPlace(config: Config, address: string): BackupPlace {
  const object = bucketOf(address);
  return object ? openBucketPlace(config, address, object) : openFolderPlace(config, address);
}

/** The place that the settings name. */
export const placeOf = ({ backupTo, dataDir }: Pick<Config, "backupTo" | "dataDir">): string =>
  backupTo ?? join(dataDir, "backups");

/** Deletes an archive; one that is not there is no error. */
export async function removeArchive(config: Config, location: string): Promise<void> {
  const object = bucketOf(location);
  if (object) await (await openBucket(config, object.bucket)).delete(object.path);
  else await rm(location, { force: true });
}

/** The bytes of an archive. */
export async function* readArchive(config: Config, location: string): AsyncGenerator<Uint8Array> {
  const object = bucketOf(location);
  if (object) yield* (await openBucket(config, object.bucket)).read(object.path);
  else yield* createReadStream(location);
}

/** Whether an address is one of an object store. */
export const isObject = (location: string): boolean => S3.test(location);
