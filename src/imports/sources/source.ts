import { isSecretHeader, MASK, maskAddress } from "../../text/recognise-secrets.ts";

export const SOURCE_TYPES = ["url", "ftp", "sftp", "email"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface UrlSource {
  type: "url";
  url: string;
  /** Of HTTP Basic; `null`: none. */
  username: string | null;
  /** Those that are secrets are masked: their values lie with what lets in. */
  headers: Record<string, string>;
}

/** How a whole file of a folder is recognised. */
export interface Wholeness {
  /** How long a file must stay as it is before it is taken. */
  settle_seconds: number;
  /** The name of a file that must lie beside it, with `{name}` or `{stem}` in it; `null`: none. */
  marker: string | null;
  /** Names of files that are not whole, besides the usual ones; `null`: none. */
  partial_pattern: string | null;
}

export interface FtpSource extends Wholeness {
  type: "ftp";
  host: string;
  port: number;
  username: string;
  directory_path: string | null;
  file_pattern: string;
  security: "none" | "explicit" | "implicit";
  ca_certificate: string | null;
}

export interface SftpSource extends Wholeness {
  type: "sftp";
  host: string;
  port: number;
  username: string;
  key_file_path: string | null;
  host_fingerprint: string | null;
  directory_path: string | null;
  file_pattern: string;
}

export interface EmailSource {
  type: "email";
  imap_host: string;
  imap_port: number;
  email: string;
  folder: string;
  sender_filter: string | null;
  subject_filter: string | null;
  unseen_only: boolean;
  mark_as_read: boolean;
  security: "tls" | "starttls" | "none";
  ca_certificate: string | null;
}

/** Where a file is fetched from, without what lets in. Plain data: it is stored. */
export type Source = UrlSource | FtpSource | SftpSource | EmailSource;

/** The secret of a header, by its name in lower case. */
type HeaderSecret = `header:${string}`;
export const headerSecret = (name: string): HeaderSecret => `header:${name.toLowerCase()}`;
/** The header that a secret is of; `undefined` for another secret. */
export const headerOfSecret = (field: string): string | undefined => /^header:(.+)$/.exec(field)?.[1];

/** What lets in. */
export interface SourceSecrets extends Partial<Record<HeaderSecret, string>> {
  password?: string;
  key_passphrase?: string;
  bearer_token?: string;
  /** The whole address, where there are secrets in it: the source has it masked. */
  url?: string;
}
/** Those that requests send as fields of their own. */
const SECRET_FIELDS = [
  "password",
  "key_passphrase",
  "bearer_token",
] as const satisfies readonly (keyof SourceSecrets)[];

/** The secrets in the body of a request. */
export const secretsIn = (body: Readonly<Record<string, unknown>>): SourceSecrets =>
  Object.fromEntries(SECRET_FIELDS.flatMap((field) => (typeof body[field] === "string" ? [[field, body[field]]] : [])));

/** Where what lets an import in is stored. */
export const importSecrets = (importId: string): string => `imports/${importId}`;

/** A source without the secrets in its address and headers, and the secrets with them. A masked one stands for what is stored. */
export function splitSecrets<S extends Source>(
  source: S,
  secrets: SourceSecrets,
): { source: S; secrets: SourceSecrets } {
  if (source.type !== "url") return { source, secrets };
  const url = maskAddress(source.url);
  const hidden = Object.entries(source.headers).filter(
    ([name, value]) => value !== MASK && isSecretHeader(name, value),
  );
  const masked = Object.fromEntries(hidden.map(([name]) => [name, MASK]));
  return {
    source: { ...source, url, headers: { ...source.headers, ...masked } },
    secrets: {
      ...secrets,
      ...(url !== source.url && { url: source.url }),
      ...Object.fromEntries(hidden.map(([name, value]) => [headerSecret(name), value])),
    },
  };
}
