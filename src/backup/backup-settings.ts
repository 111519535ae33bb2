import { anyText, httpAddress, setting, wholeNumber, yesOrNo } from "../config/setting-values.ts";

/** Where backups are kept. */
export const BACKUP_SETTINGS = {
  backupTo: setting({
    env: "CATALOGD_BACKUP_TO",
    fallback: undefined,
    description: "Folder or s3://bucket/prefix where backups are written; not set: backups in the data folder",
    parse: anyText,
  }),
  backupKeep: setting({
    env: "CATALOGD_BACKUP_KEEP",
    fallback: "7",
    description: "Number of backups that are kept there; older ones of this service are deleted; 0: all are kept",
    parse: wholeNumber(0, 10_000),
  }),
  backupWithKey: setting({
    env: "CATALOGD_BACKUP_WITH_KEY",
    fallback: "0",
    description: "1: backups that the service makes hold secret.key as well, unless a request says otherwise",
    parse: yesOrNo,
  }),
  backupS3Endpoint: setting({
    env: "CATALOGD_BACKUP_S3_ENDPOINT",
    fallback: undefined,
    description: "URL of the object store of backups; not set: that of CATALOGD_S3_ENDPOINT",
    parse: httpAddress,
  }),
  backupS3Region: setting({
    env: "CATALOGD_BACKUP_S3_REGION",
    fallback: undefined,
    description: "Region of the object store of backups; not set: that of CATALOGD_S3_REGION",
    parse: anyText,
  }),
  backupS3AccessKey: setting({
    env: "CATALOGD_BACKUP_S3_ACCESS_KEY",
    fallback: undefined,
    description: "Access key of the object store of backups; not set: CATALOGD_S3_ACCESS_KEY",
    secret: true,
    parse: anyText,
  }),
  backupS3SecretKey: setting({
    env: "CATALOGD_BACKUP_S3_SECRET_KEY",
    fallback: undefined,
    description: "Secret key of the object store of backups; not set: CATALOGD_S3_SECRET_KEY",
    secret: true,
    parse: anyText,
  }),
};
