import { BACKUP_SETTINGS } from "../backup/backup-settings.ts";
import { IDENTITY_SETTINGS } from "../identity/identity-settings.ts";
import { SEARCH_SETTINGS } from "../search/search-settings.ts";
import { S3_SETTINGS } from "./s3-settings.ts";
import {
  anyText,
  corsOrigins,
  httpAddress,
  mailServerAddress,
  oneOf,
  outboundAllow,
  secretKeys,
  securityContact,
  serverAddress,
  setting,
  tierLimits,
  trustedProxies,
  wholeNumber,
  yesOrNo,
} from "./setting-values.ts";

/**
 * Every setting of the program. The table of `docs/settings.md`, the variables (`CATALOGD_DATA_DIR` of `dataDir`) and the flags
 * (`--data-dir`) are made from it.
 */
export const SETTINGS = {
  host: setting({
    fallback: "127.0.0.1",
    description: "Address to listen on; 0.0.0.0 for all interfaces",
    parse: anyText,
  }),
  port: setting({
    fallback: "3000",
    description: "Port to listen on; 0 for any free port",
    parse: wholeNumber(0, 65_535),
  }),
  dataDir: setting({
    fallback: "data",
    description: "Folder for the database file and stored files",
    parse: anyText,
  }),
  databaseUrl: setting({
    description: "URL of a libSQL server (http:// or https://); not set: a file in the data folder",
    parse: serverAddress("http", "https", "libsql"),
  }),
  databaseToken: setting({
    description: "Access token of the libSQL server",
    secret: true,
    parse: anyText,
  }),
  cacheMaxAgeMs: setting({
    fallback: "0",
    description:
      "With a libSQL server: milliseconds for which a cached answer may lack what other processes change; 0: each is checked with the server first",
    parse: wholeNumber(0, 10_000),
  }),
  ...S3_SETTINGS,
  ...BACKUP_SETTINGS,
  threads: setting({
    fallback: "2",
    description:
      "Maximum number of extra worker threads for imports, exports and other long jobs, as many again for searches, and for what waits for servers of others",
    parse: wholeNumber(1, 64),
  }),
  startWaitSeconds: setting({
    fallback: "30",
    description: "Seconds that a start waits for a database server or an object store that is not up yet",
    parse: wholeNumber(0, 3_600),
  }),
  drainSeconds: setting({
    fallback: "20",
    description: "Seconds that a stop waits for running requests and jobs",
    parse: wholeNumber(1, 600),
  }),
  logLevel: setting({
    fallback: "info",
    description: "Log level: debug, info, warn, error or silent",
    parse: oneOf("debug", "info", "warn", "error", "silent"),
  }),
  slowMs: setting({
    fallback: "1000",
    description: "Milliseconds from which a request, a statement or a change is logged as slow; 0: none is",
    parse: wholeNumber(0, 3_600_000),
  }),
  otlpUrl: setting({
    description:
      "OpenTelemetry collector that traces of requests are sent to (OTLP over HTTP): http://127.0.0.1:4318; not set: none are made",
    parse: httpAddress,
  }),
  defaultLocale: setting({
    fallback: "en",
    description: "Language of messages if the client requests none: en or fr",
    parse: oneOf("en", "fr"),
  }),
  trustProxy: setting({
    fallback: "0",
    description:
      "1: take the client's address from X-Forwarded-For of any sender; addresses or networks of proxies, separated by commas: of these only",
    parse: trustedProxies,
  }),
  uploadLimitMib: setting({
    fallback: "50",
    description: "Maximum size of an uploaded file, in MiB",
    parse: wholeNumber(1, 102_400),
  }),
  sftpKeysDir: setting({
    description: "Folder of private keys that imports over SFTP may name",
    parse: anyText,
  }),
  minFreeMib: setting({
    fallback: "500",
    description:
      "Minimum free disk space, in MiB; below it uploads, imports and exports are refused, and running exports fail",
    parse: wholeNumber(0, 1_048_576),
  }),
  minFreePercent: setting({
    fallback: "5",
    description: "Minimum free disk space, in percent; the larger of the two applies",
    parse: wholeNumber(0, 100),
  }),
  tenantStorageMib: setting({
    fallback: "20480",
    description: "Storage quota of a tenant, in MiB, for uploads, exports, images and documents; 0: no limit",
    parse: wholeNumber(0, 1_073_741_824),
  }),
  tenantTasks: setting({
    fallback: "100",
    description: "Maximum number of unfinished imports and exports per tenant; 0: no limit",
    parse: wholeNumber(0, 100_000),
  }),
  exportTtlHours: setting({
    fallback: "24",
    description: "Hours that an exported file can be downloaded",
    parse: wholeNumber(1, 8_760),
  }),
  rateLimits: setting({
    fallback: "{}",
    description: 'Rate limits by tier, as JSON: {"READ_STANDARD":{"limit":10,"window_s":60}}',
    parse: tierLimits,
  }),
  rateLimitDisabled: setting({
    fallback: "0",
    description: "1: disable rate limits (for tests)",
    parse: yesOrNo,
  }),
  corsOrigins: setting({
    description:
      "Web origins that may call the API from a browser: https://shop.example,https://erp.example; * allows any origin, without cookies; not set: none",
    parse: corsOrigins,
  }),
  maintenance: setting({
    fallback: "0",
    description: "1: maintenance mode; everything except health and the API description answers 503",
    parse: yesOrNo,
  }),
  console: setting({
    fallback: "on",
    description: "off: the console is not served, and / leads to /docs; the API and its documentation stay",
    parse: yesOrNo,
  }),
  metricsToken: setting({
    description: "Bearer token for /metrics and the details of /health/ready; not set: available on loopback only",
    secret: true,
    parse: anyText,
  }),
  outboundAllow: setting({
    description: "Private networks and host names that tenants may connect to: 10.1.2.0/24,erp.lan",
    parse: outboundAllow,
  }),
  webhookAllowPrivateUrls: setting({
    fallback: "0",
    description: "1: allow webhooks to any host and over http (for tests)",
    parse: yesOrNo,
  }),
  smtpUrl: setting({
    description: "Mail server: smtp://user:password@host:587 or smtps://…:465; not set: emails stay in the outbox",
    secret: true,
    parse: mailServerAddress,
  }),
  mailFrom: setting({
    fallback: "catalogd@localhost.localdomain",
    description: "Sender address of emails",
    parse: anyText,
  }),
  publicUrl: setting({
    description: "URL of the web application, for links in emails; not set: emails contain the token only",
    parse: anyText,
  }),
  apiUrl: setting({
    description:
      "Public base URL of this service, used in image URLs, in links of import mails and in the OpenAPI document; not set: image URLs are relative, and exports use the host of the request",
    parse: httpAddress,
  }),
  securityContact: setting({
    description:
      "Where to report a vulnerability: mailto:security@example.com or the address of a page, for /.well-known/security.txt; not set: 404",
    parse: securityContact,
  }),
  ...IDENTITY_SETTINGS,
  secretKey: setting({
    description:
      "Encryption key for stored secrets, 32 bytes in base64, followed by previous keys after commas; not set: secret.key in the data folder",
    secret: true,
    parse: secretKeys,
  }),
  ...SEARCH_SETTINGS,
};

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]; // Object.keys forgets the literal types

/** The environment variable of a setting. */
export const variableOf = (name: SettingName): string =>
  `CATALOGD_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
