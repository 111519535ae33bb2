import { type Config, ConfigError, filesPath } from "../config.ts";
import type { Files } from "./files.ts";
import { openLocalFiles } from "./local.ts";
import { openS3Files } from "./s3.ts";

type Settings = Pick<
  Config,
  "dataDir" | "s3Endpoint" | "s3Region" | "s3Bucket" | "s3AccessKey" | "s3SecretKey" | "s3PathStyle"
>;

/** Opens the store that the settings name: an object store, or a folder of the data folder. Throws `ConfigError`. */
export function openFiles(settings: Settings): Files {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket, s3PathStyle: pathStyle } = settings;
  if (endpoint === undefined) return openLocalFiles(filesPath(settings));
  const { s3AccessKey: accessKey, s3SecretKey: secretKey } = settings;
  if (accessKey === undefined || secretKey === undefined) {
    throw new ConfigError("CATALOGD_S3_ENDPOINT needs CATALOGD_S3_ACCESS_KEY and CATALOGD_S3_SECRET_KEY");
  }
  return openS3Files({ endpoint, region, bucket, accessKey, secretKey, pathStyle });
}
