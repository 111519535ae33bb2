import { anyText, httpAddress, setting, yesOrNo } from "./setting-values.ts";

/** Where files are stored. */
export const S3_SETTINGS = {
  s3Endpoint: setting({
    description: "URL of an S3 object store for files (https://host:port); not set: the data folder",
    parse: httpAddress,
  }),
  s3Region: setting({
    fallback: "us-east-1",
    description: "Region of the object store",
    parse: anyText,
  }),
  s3Bucket: setting({
    fallback: "catalogd",
    description: "Bucket for files; created at start if missing",
    parse: anyText,
  }),
  s3AccessKey: setting({
    description: "Access key of the object store",
    secret: true,
    parse: anyText,
  }),
  s3SecretKey: setting({
    description: "Secret key of the object store",
    secret: true,
    parse: anyText,
  }),
  s3PathStyle: setting({
    fallback: "1",
    description: "1: path-style addresses; 0: the bucket is part of the host name",
    parse: yesOrNo,
  }),
};
