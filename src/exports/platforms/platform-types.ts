export const PLATFORM_TYPES = ["cloud_drive", "object_store_a", "object_store_b", "ftp", "sftp"] as const;
export type PlatformType = (typeof PLATFORM_TYPES)[number];

/** Other names for them in requests; answers have the neutral ones. */
export const TYPE_ALIASES: Readonly<Record<string, PlatformType>> = {
  webdav: "cloud_drive",
  nextcloud: "cloud_drive",
  s3: "object_store_a",
  minio: "object_store_a",
  gcs: "object_store_b",
};

/** One field of the configuration of a type. */
interface ConfigField {
  kind: "text" | "port" | "flag" | "url" | "host" | "folder";
  /** Without it nothing can be sent. */
  isNeeded?: true;
  /** Answers hide it. */
  isSecret?: true;
  /** It does not say where, as whom or how safely secrets are sent. When any other changes, they must be sent again. */
  isBeside?: true;
  initial?: string | number | boolean;
}

const FOLDER: ConfigField = { kind: "folder", isBeside: true };
const SECRET: ConfigField = { kind: "text", isSecret: true };
const NEEDED: ConfigField = { kind: "text", isNeeded: true };
const HOST: ConfigField = { kind: "host", isNeeded: true };
const ENDPOINT: ConfigField = { kind: "url" };
const BUCKET_KEYS: Record<string, ConfigField> = {
  bucket: { ...NEEDED },
  access_key: NEEDED,
  secret_key: { ...SECRET, isNeeded: true },
};

/** The fields of each type by name. Source: decision S36.1. */
export const CONFIG_FIELDS: Record<PlatformType, Readonly<Record<string, ConfigField>>> = {
  cloud_drive: {
    base_url: { kind: "url", isNeeded: true },
    username: NEEDED,
    password: { ...SECRET, isNeeded: true },
    folder: FOLDER,
  },
  object_store_a: {
    ...BUCKET_KEYS,
    endpoint: { ...ENDPOINT, initial: "https://s3.amazonaws.com" },
    region: { kind: "text", isBeside: true, initial: "us-east-1" },
    folder: FOLDER,
    path_style: { kind: "flag" },
  },
  object_store_b: {
    ...BUCKET_KEYS,
    endpoint: { ...ENDPOINT, initial: "https://storage.googleapis.com" },
    folder: FOLDER,
  },
  ftp: {
    host: HOST,
    port: { kind: "port", initial: 21 },
    username: { kind: "text", initial: "anonymous" },
    password: { ...SECRET, initial: "" },
    secure: { kind: "flag", initial: false },
    passive: { kind: "flag", isBeside: true, initial: true },
    folder: FOLDER,
  },
  sftp: {
    host: HOST,
    port: { kind: "port", initial: 22 },
    username: NEEDED,
    password: SECRET,
    private_key: SECRET,
    passphrase: SECRET,
    host_fingerprint: { kind: "text" },
    folder: FOLDER,
  },
};
