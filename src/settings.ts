import {
  anyText,
  httpAddress,
  longText,
  oneOf,
  outboundAllow,
  type Setting,
  secretKeys,
  tierLimits,
  wholeNumber,
  yesOrNo,
} from "./setting-values.ts";

const setting = <T>(setting: Setting<T>) => setting;

/** Every setting of the program. The README's table and the flags are made from it. */
export const SETTINGS = {
  host: setting({
    env: "CATALOGD_HOST",
    fallback: "127.0.0.1",
    description: "Address to listen on; 0.0.0.0 for every interface",
    parse: anyText,
  }),
  port: setting({
    env: "CATALOGD_PORT",
    fallback: "3000",
    description: "Port to listen on; 0 takes a free one",
    parse: wholeNumber(0, 65_535),
  }),
  dataDir: setting({
    env: "CATALOGD_DATA_DIR",
    fallback: "data",
    description: "Folder of the database file and the stored files",
    parse: anyText,
  }),
  databaseUrl: setting({
    env: "CATALOGD_DATABASE_URL",
    fallback: undefined,
    description: "A libSQL server (http:// or https://); not set: a file in the data folder",
    parse: anyText,
  }),
  databaseToken: setting({
    env: "CATALOGD_DATABASE_TOKEN",
    fallback: undefined,
    description: "Access token of the libSQL server",
    secret: true,
    parse: anyText,
  }),
  s3Endpoint: setting({
    env: "CATALOGD_S3_ENDPOINT",
    fallback: undefined,
    description: "An S3 object store for files (https://host:port); not set: the data folder",
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
    description: "Bucket for files; made at the start when it is missing",
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
    description: "0: the bucket is part of the host name, not of the path",
    parse: yesOrNo,
  }),
  threads: setting({
    env: "CATALOGD_THREADS",
    fallback: "2",
    description: "Worker threads for imports, exports and other background work",
    parse: wholeNumber(1, 64),
  }),
  drainSeconds: setting({
    env: "CATALOGD_DRAIN_SECONDS",
    fallback: "20",
    description: "How long a stop waits for requests and jobs in hand",
    parse: wholeNumber(1, 600),
  }),
  logLevel: setting({
    env: "CATALOGD_LOG_LEVEL",
    fallback: "info",
    description: "debug, info, warn, error or silent",
    parse: oneOf("debug", "info", "warn", "error", "silent"),
  }),
  defaultLocale: setting({
    env: "CATALOGD_DEFAULT_LOCALE",
    fallback: "en",
    description: "Language of messages when the caller names none: en or fr",
    parse: oneOf("en", "fr"),
  }),
  trustProxy: setting({
    env: "CATALOGD_TRUST_PROXY",
    fallback: "0",
    description: "1: take the caller's address from X-Forwarded-For",
    parse: yesOrNo,
  }),
  uploadLimitMib: setting({
    env: "CATALOGD_UPLOAD_LIMIT_MIB",
    fallback: "50",
    description: "Largest file that can be uploaded",
    parse: wholeNumber(1, 102_400),
  }),
  exportTtlHours: setting({
    env: "CATALOGD_EXPORT_TTL_HOURS",
    fallback: "24",
    description: "How long an exported file can be downloaded",
    parse: wholeNumber(1, 8_760),
  }),
  rateLimits: setting({
    env: "CATALOGD_RATE_LIMITS",
    fallback: "{}",
    description: 'Other limits for some tiers: {"READ_STANDARD":{"limit":10,"window_s":60}}',
    parse: tierLimits,
  }),
  rateLimitDisabled: setting({
    env: "CATALOGD_RATE_LIMIT_DISABLED",
    fallback: "0",
    description: "1: no rate limits (for tests)",
    parse: yesOrNo,
  }),
  maintenance: setting({
    env: "CATALOGD_MAINTENANCE",
    fallback: "0",
    description: "1: answer 503 to all but health and the API description",
    parse: yesOrNo,
  }),
  metricsToken: setting({
    env: "CATALOGD_METRICS_TOKEN",
    fallback: undefined,
    description: "Bearer token that /metrics asks for; not set: open",
    secret: true,
    parse: anyText,
  }),
  outboundAllow: setting({
    env: "CATALOGD_OUTBOUND_ALLOW",
    fallback: undefined,
    description: "Networks and names that tenants may connect to besides the internet: 10.1.2.0/24,erp.lan",
    parse: outboundAllow,
  }),
  webhookAllowPrivateUrls: setting({
    env: "CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS",
    fallback: "0",
    description: "1: webhooks may go to any host and over http (for tests)",
    parse: yesOrNo,
  }),
  smtpUrl: setting({
    env: "CATALOGD_SMTP_URL",
    fallback: undefined,
    description: "Mail server: smtp://user:password@host:587 or smtps://…:465; not set: mails wait in the outbox",
    secret: true,
    parse: anyText,
  }),
  mailFrom: setting({
    env: "CATALOGD_MAIL_FROM",
    fallback: "catalogd@localhost.localdomain",
    description: "Sender of mails",
    parse: anyText,
  }),
  publicUrl: setting({
    env: "CATALOGD_PUBLIC_URL",
    fallback: undefined,
    description: "Address of the web application that the links in mails lead to; not set: mails hold the token only",
    parse: anyText,
  }),
  apiUrl: setting({
    env: "CATALOGD_API_URL",
    fallback: undefined,
    description:
      "Address at which others reach this service; new images have it before their path. Not set: the path alone",
    parse: httpAddress,
  }),
  lockoutThreshold: setting({
    env: "CATALOGD_LOCKOUT_THRESHOLD",
    fallback: "4",
    description: "Failed logins in a row that lock an account",
    parse: wholeNumber(1, 1_000),
  }),
  lockoutMinutes: setting({
    env: "CATALOGD_LOCKOUT_MINUTES",
    fallback: "15",
    description: "How long an account is locked, and how long a failed login counts",
    parse: wholeNumber(1, 10_080),
  }),
  operatorKey: setting({
    env: "CATALOGD_OPERATOR_KEY",
    fallback: undefined,
    description: "Key of the operator routes, at least 16 characters; not set: there are none",
    secret: true,
    parse: longText(16),
  }),
  secretKey: setting({
    env: "CATALOGD_SECRET_KEY",
    fallback: undefined,
    description:
      "32 bytes in base64 that encrypt stored secrets, former keys after a comma; not set: secret.key in the data folder",
    secret: true,
    parse: secretKeys,
  }),
  bootstrapTenant: setting({
    env: "CATALOGD_BOOTSTRAP_TENANT",
    fallback: "Default",
    description: "Name of the tenant that the first start makes",
    parse: anyText,
  }),
  bootstrapAdminEmail: setting({
    env: "CATALOGD_BOOTSTRAP_ADMIN_EMAIL",
    fallback: "admin@localhost.localdomain",
    description: "E-mail address of the admin that the first start makes",
    parse: anyText,
  }),
  bootstrapAdminPassword: setting({
    env: "CATALOGD_BOOTSTRAP_ADMIN_PASSWORD",
    fallback: undefined,
    description: "Password of that admin; not set: a random one, printed once",
    secret: true,
    parse: anyText,
  }),
};

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]; // Object.keys forgets the literal types
