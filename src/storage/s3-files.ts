import type { Client } from "minio";
import { checkedKey, type Files } from "./files.ts";
import { openS3Client, type S3Access, S3Error } from "./s3-client.ts";
import type { Patience } from "./s3-transport.ts";
import { FileStoreUnavailable, writeObject } from "./write-object.ts";

/** A bucket of an object store. */
export interface S3Settings extends S3Access {
  bucket: string;
}

const PATIENCE: Patience = {
  // A request may need it twice before it is refused.
  silenceMs: 5_000,
  late: () => new FileStoreUnavailable("The object store does not answer"),
  answerBytesMax: 2 * 1024 * 1024,
};

// What the store itself answers then, its client when that was an answer of 5xx twice, and the network.
const BUSY = new Set([
  "SlowDown",
  "ServiceUnavailable",
  "InternalError",
  "RequestTimeout",
  "XMinioServerNotInitialized",
]);
const isAway = (error: Error): boolean => {
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof S3Error) return BUSY.has(code);
  return /^(?:E[A-Z]{3,}|Connection[A-Z]\w+)$/.test(code) || error.message.includes("Retryable HTTP status");
};

/** The error to report, which says when it is the store that cannot be used now. */
function reportedError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileStoreUnavailable || !isAway(error)) return error;
  return new FileStoreUnavailable(`The object store cannot be used now: ${error.message}`, { cause: error });
}

/** The same promise, which says when it is the store that cannot be used now. */
export const reported = async <T>(promise: Promise<T>): Promise<T> => {
  try {
    return await promise;
  } catch (error) {
    throw reportedError(error);
  }
};

/** The same items, with the same errors. */
export async function* reportingEach<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw reportedError(error);
  }
}

/** Lets every method of a store say when it is the store that cannot be used now. */
const reporting = (files: Files): Files => ({
  put: (...given) => reported(files.put(...given)),
  read: (...given) => reportingEach(files.read(...given)),
  sizeBytes: (key) => reported(files.sizeBytes(key)),
  delete: (key) => reported(files.delete(key)),
  list: (folder) => reportingEach(files.list(folder)),
  check: () => reported(files.check()),
  prepare: () => reported(files.prepare()),
  removeParts: (beforeMs) => reported(files.removeParts(beforeMs)),
});

const isMissing = (error: unknown) => error instanceof S3Error && ["NoSuchKey", "NotFound"].includes(error.code ?? "");

/** A client of a store that the settings name. */
export const openStoreClient = (access: S3Access): Client => openS3Client(access, PATIENCE);

/** Breaks off uploads below a prefix that began before that time. */
export async function removePartsOf(client: Client, bucket: string, prefix: string, beforeMs: number): Promise<void> {
  for await (const { key, initiated } of client.listIncompleteUploads(bucket, prefix, true)) {
    if (key && initiated && initiated.getTime() < beforeMs) await client.removeIncompleteUpload(bucket, key);
  }
}

/** Makes a bucket where it is missing. Of several processes that start at once one makes it. */
export async function makeBucket(
  client: Client,
  { bucket, region }: Pick<S3Settings, "bucket" | "region">,
): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

/** Files in a bucket of an object store that speaks S3; several processes can share it. */
export function openS3Files(settings: S3Settings): Files {
  const { bucket } = settings;
  const client = openStoreClient(settings);
  return reporting({
    put: async (key, content, { limitBytes } = {}) =>
      writeObject(client, { bucket, key: checkedKey(key) }, content, limitBytes),
    read: async function* (key, range) {
      yield* range
        ? await client.getPartialObject(bucket, checkedKey(key), range.start, range.end - range.start + 1)
        : await client.getObject(bucket, checkedKey(key));
    },
    sizeBytes: async (key) => {
      try {
        return (await client.statObject(bucket, checkedKey(key))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    delete: async (key) => client.removeObject(bucket, checkedKey(key)),
    list: async function* (folder) {
      for await (const { name, lastModified } of client.listObjectsV2(bucket, `${checkedKey(folder)}/`, true)) {
        yield { key: name, modifiedAtMs: lastModified.getTime() };
      }
    },
    check: async () => {
      if (await client.bucketExists(bucket)) return { store: "s3", bucket };
      throw new Error(`There is no bucket ${bucket}`);
    },
    prepare: () => makeBucket(client, settings),
    removeParts: (beforeMs) => removePartsOf(client, bucket, "", beforeMs),
  });
}
