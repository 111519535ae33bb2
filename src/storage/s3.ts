import { createHash } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { Client, S3Error } from "minio";
import { checkedKey, chunksOf, type FileContent, type Files, FileTooLarge, type StoredFile } from "./files.ts";

/** Where an object store is, and how to get in. */
export interface S3Settings {
  /** `https://host:port` */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket stands in the path and not in the host name. */
  pathStyle: boolean;
}

/** What is held in memory of each file that is being written. */
const PART_BYTES = 8 * 1024 * 1024;
/** How long the store may be silent before it answers. A request may need it twice before it is refused. */
const SILENCE_MS = 5_000;

/** The store cannot be reached or has too much to do. Known by its name, because errors lose their class between threads. */
class FileStoreUnavailable extends Error {
  override readonly name = "FileStoreUnavailable";
}

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

/** The error to tell of, which says when it is the store that cannot be used now. */
function toldOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileStoreUnavailable || !isAway(error)) return error;
  return new FileStoreUnavailable(`The object store cannot be used now: ${error.message}`, { cause: error });
}

const told = async <T>(promise: Promise<T>): Promise<T> => {
  try {
    return await promise;
  } catch (error) {
    throw toldOf(error);
  }
};

async function* toldOfEach<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw toldOf(error);
  }
}

/** Lets every method of a store say when it is the store that cannot be used now. */
const telling = (files: Files): Files => ({
  put: (...given) => told(files.put(...given)),
  read: (...given) => toldOfEach(files.read(...given)),
  sizeBytes: (key) => told(files.sizeBytes(key)),
  delete: (key) => told(files.delete(key)),
  list: (folder) => toldOfEach(files.list(folder)),
  check: () => told(files.check()),
  prepare: () => told(files.prepare()),
  removeParts: (beforeMs) => told(files.removeParts(beforeMs)),
});

const isMissing = (error: unknown) => error instanceof S3Error && ["NoSuchKey", "NotFound"].includes(error.code ?? "");

/** The client's own requests wait for ever. */
const withDeadline = (transport: typeof http | typeof https) => ({
  request: (options: http.RequestOptions, answered?: (response: http.IncomingMessage) => void) => {
    const request = transport.request(options, (response) => {
      // A slow reader of the answer is no silent store.
      request.setTimeout(0);
      answered?.(response);
    });
    return request.setTimeout(SILENCE_MS, () =>
      request.destroy(new FileStoreUnavailable("The object store does not answer")),
    );
  },
});

function openClient({ endpoint, region, accessKey, secretKey, pathStyle }: S3Settings): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === "https:";
  return new Client({
    endPoint: hostname,
    ...(port !== "" && { port: Number(port) }),
    useSSL,
    region,
    accessKey,
    secretKey,
    pathStyle,
    partSize: PART_BYTES,
    // The client calls no other form of `request`.
    transport: withDeadline(useSSL ? https : http) as unknown as typeof http,
  });
}

/** Files in a bucket of an object store that speaks S3; several processes can share it. */
export function openS3Files(settings: S3Settings): Files {
  const { bucket, region } = settings;
  const client = openClient(settings);
  return telling({
    put: async (key, content, { limitBytes = Number.POSITIVE_INFINITY } = {}) =>
      writeWhole(client, { bucket, key: checkedKey(key) }, content, limitBytes),
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
    prepare: async () => {
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
    },
    removeParts: async (beforeMs) => {
      for await (const { key, initiated } of client.listIncompleteUploads(bucket, "", true)) {
        if (key && initiated && initiated.getTime() < beforeMs) await client.removeIncompleteUpload(bucket, key);
      }
    },
  });
}

interface Place {
  bucket: string;
  key: string;
}

/** Cuts a stream into pieces of `PART_BYTES`; only the last is smaller. */
async function* partsOf(chunks: ReturnType<typeof chunksOf>, look: (chunk: Uint8Array) => void) {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    look(chunk);
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - heldBytes);
      // A copy: whoever made the chunk may use its memory again.
      held.push(piece.slice());
      heldBytes += piece.byteLength;
      at += piece.byteLength;
      if (heldBytes < PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  yield Buffer.concat(held);
}

/**
 * One request for a small file, parts for a larger one. Not by the client's own way to send a stream: it waits for ever
 * when the source breaks, and goes on with parts of whoever wrote that key before.
 */
async function writeWhole(client: Client, place: Place, content: FileContent, limitBytes: number): Promise<StoredFile> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const parts = partsOf(chunksOf(content), (chunk) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) throw new FileTooLarge(`More than ${limitBytes} bytes`);
    hash.update(chunk);
  });
  const first = await parts.next();
  const start = first.done ? Buffer.alloc(0) : first.value;
  if (start.byteLength < PART_BYTES) await client.putObject(place.bucket, place.key, start);
  else await writeParts(client, place, start, parts);
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function writeParts(client: Client, { bucket, key }: Place, start: Buffer, rest: AsyncIterable<Buffer>) {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, {});
  const sent: { part: number; etag: string }[] = [];
  const send = async (part: Buffer) => {
    // No store takes an empty part.
    if (part.byteLength === 0) return;
    const partNumber = sent.length + 1;
    const headers = { "Content-Length": part.byteLength };
    const { etag } = await client.uploadPart(
      { bucketName: bucket, objectName: key, uploadID: uploadId, partNumber, headers },
      part,
    );
    sent.push({ part: partNumber, etag });
  };
  try {
    await send(start);
    for await (const part of rest) await send(part);
    await client.completeMultipartUpload(bucket, key, uploadId, sent);
  } catch (error) {
    const aborting = client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined);
    // A store that does not answer would not answer this either; the sweep removes what was left.
    if (!(error instanceof FileStoreUnavailable)) await aborting;
    throw error;
  }
}
