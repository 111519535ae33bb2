import { anyText, httpAddress, setting, wholeNumber, yesOrNo } from "../config/setting-values.ts";
import { isCronExpression } from "../schedules/next-run.ts";

/** When backups are made. */
const cronExpression = (text: string): string => {
  if (isCronExpression(text)) return text;
  throw new Error('expects five cron fields such as "30 2 * * *", or @hourly, @daily, @weekly, @monthly');
};

const mailAddress = (text: string): string => {
  if (/^[^\s@<>,]+@[^\s@<>,]+$/.test(text)) return text;
  throw new Error("expects one address such as operator@example.com");
};

/** Where backups are kept, when they are made, and who is notified of those that fail. */
export const BACKUP_SETTINGS = {
  backupTo: setting({
    description: "Folder or s3://bucket/prefix where backups are written; not set: backups in the data folder",
    parse: anyText,
  }),
  backupKeep: setting({
    fallback: "7",
    description: "Number of backups that are kept there; older ones of this service are deleted; 0: all are kept",
    parse: wholeNumber(0, 10_000),
  }),
  backupSchedule: setting({
    description:
      'When the service makes backups, as cron in UTC: "30 2 * * *" is every night; not set: only when asked',
    parse: cronExpression,
  }),
  operatorEmail: setting({
    description: "Address that is notified by mail of a failed backup; needs CATALOGD_SMTP_URL; not set: no mail",
    parse: mailAddress,
  }),
  backupSnapshots: setting({
    fallback: "3",
    description:
      "Number of snapshots that are kept in the data folder of those made before all products are deleted; 0: none are made",
    parse: wholeNumber(0, 100),
  }),
  backupWithKey: setting({
    fallback: "0",
    description: "1: backups that the service makes hold secret.key as well, unless a request says otherwise",
    parse: yesOrNo,
  }),
  backupS3Endpoint: setting({
    description: "URL of the object store of backups; not set: that of CATALOGD_S3_ENDPOINT",
    parse: httpAddress,
  }),
  backupS3Region: setting({
    description: "Region of the object store of backups; not set: that of CATALOGD_S3_REGION",
    parse: anyText,
  }),
  backupS3AccessKey: setting({
    description: "Access key of the object store of backups; not set: CATALOGD_S3_ACCESS_KEY",
    secret: true,
    parse: anyText,
  }),
  backupS3SecretKey: setting({
    description: "Secret key of the object store of backups; not set: CATALOGD_S3_SECRET_KEY",
    secret: true,
    parse: anyText,
  }),
};
