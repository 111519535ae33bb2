import { anyText, httpAddress, setting, yesOrNo } from "../config/setting-values.ts";

/** Where files are stored. */
export const S3_SETTINGS = {
  s3Endpoint: setting({
    env: "CATALOGD_S3_ENDPOINT",
    fallback: undefined,
    description: "URL of an S3 object store for files (https://host:port); not set: the data folder",
    parse: httpAddress,
  }),
  s3Region: setting({
    env: "CATALOGD_S3_REGION",
    fallback: "us-east-1",
    description: "Region of the object store",
    parse: anyText,
  }),
  s3Bucket: setting({
    env: "CATALOGD_S3_BUCKET",
    fallback: "catalogd",
    description: "Bucket for files; created at start if missing",
    parse: anyText,
  }),
  s3AccessKey: setting({
    env: "CATALOGD_S3_ACCESS_KEY",
    fallback: undefined,
    description: "Access key of the object store",
    secret: true,
    parse: anyText,
  }),
  s3SecretKey: setting({
    env: "CATALOGD_S3_SECRET_KEY",
    fallback: undefined,
    description: "Secret key of the object store",
    secret: true,
    parse: anyText,
  }),
  s3PathStyle: setting({
    env: "CATALOGD_S3_PATH_STYLE",
    fallback: "1",
    description: "1: path-style addresses; 0: the bucket is part of the host name",
    parse: yesOrNo,
  }),
};
