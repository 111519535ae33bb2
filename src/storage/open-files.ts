import { type Config, ConfigError, filesPath } from "../config/config.ts";
import { withDeadlines } from "./deadlines.ts";
import type { Files } from "./files.ts";
import { openLocalFiles } from "./local-files.ts";
import type { S3Settings } from "./s3-files.ts";

type Settings = Pick<
  Config,
  "dataDir" | "s3Endpoint" | "s3Region" | "s3Bucket" | "s3AccessKey" | "s3SecretKey" | "s3PathStyle"
>;

/** Opens the store that the settings name: an object store, or a folder of the data folder. Throws `ConfigError`. */
export function openFiles(settings: Settings): Files {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket, s3PathStyle: pathStyle } = settings;
  if (endpoint === undefined) return withDeadlines(openLocalFiles(filesPath(settings)));
  const { s3AccessKey: accessKey, s3SecretKey: secretKey } = settings;
  if (accessKey === undefined || secretKey === undefined) {
    throw new ConfigError("CATALOGD_S3_ENDPOINT needs CATALOGD_S3_ACCESS_KEY and CATALOGD_S3_SECRET_KEY");
  }
  return withDeadlines(openAtFirstUse({ endpoint, region, bucket, accessKey, secretKey, pathStyle }));
}

/** The client costs each thread 30 MB and a fifth of a second: only who has an object store loads it. */
function openAtFirstUse(settings: S3Settings): Files {
  let opening: Promise<Files> | undefined;
  const opened = (): Promise<Files> => {
    opening ??= import("./s3-files.ts").then(({ openS3Files }) => openS3Files(settings));
    return opening;
  };
  return {
    put: async (...given) => (await opened()).put(...given),
    read: async function* (...given) {
      yield* (await opened()).read(...given);
    },
    sizeBytes: async (key) => (await opened()).sizeBytes(key),
    delete: async (key) => (await opened()).delete(key),
    list: async function* (folder) {
      yield* (await opened()).list(folder);
    },
    check: async () => (await opened()).check(),
    prepare: async () => (await opened()).prepare(),
    removeParts: async (beforeMs) => (await opened()).removeParts(beforeMs),
  };
}
