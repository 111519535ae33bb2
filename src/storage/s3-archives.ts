import type { StoredFile } from "./files.ts";
import { makeBucket, openStoreClient, removePartsOf, reported, reportingEach, type S3Settings } from "./s3-files.ts";
import { writeObject } from "./write-object.ts";

/** Backups in a bucket. Names are those of objects. */
export interface ArchiveBucket {
  /** Writes an object whole or not at all. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>;
  /** Breaks off uploads below a prefix that began before that time. */
  removeParts(prefix: string, beforeMs: number): Promise<void>;
}

/** Opens a bucket for backups, which is made by the first one where it is missing. */
export function openArchiveBucket(settings: S3Settings): ArchiveBucket {
  const { bucket } = settings;
  const client = openStoreClient(settings);
  const make = () => makeBucket(client, settings);
  return {
    write: (name, content) => reported(make().then(() => writeObject(client, { bucket, key: name }, content))),
    read: async function* (name) {
      yield* reportingEach(await reported(client.getObject(bucket, name)));
    },
    delete: (name) => reported(client.removeObject(bucket, name)),
    removeParts: (prefix, beforeMs) => reported(removePartsOf(client, bucket, prefix, beforeMs)),
  };
}
