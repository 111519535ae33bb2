import type { Config } from "../../config/config.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { maskAddress } from "../../secrets/recognise.ts";
import type { StoredFile } from "../../storage/files.ts";

export interface TakenFile extends StoredFile {
  name: string;
}

/** What is done with a file on its way. */
export interface Taking {
  /** The source is open and the file is chosen. */
  chosen(): Promise<void>;
  /** Stores the bytes, in place of those that were stored before. */
  store(bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Called once, with a file that is whole; when it resolves the source may forget the file. */
  keep(file: TakenFile): Promise<void>;
}

export interface SourceContext {
  outbound: Outbound;
  config: Partial<Pick<Config, "sftpKeysDir">>;
  /** How long a server may be silent. */
  silenceMs?: number;
}

export const SOURCE_TYPES = ["url", "ftp", "sftp", "email"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface UrlSource {
  type: "url";
  url: string;
}

export interface FtpSource {
  type: "ftp";
  host: string;
  port: number;
  username: string;
  directory_path: string | null;
  file_pattern: string;
  security: "none" | "explicit" | "implicit";
  ca_certificate: string | null;
}

export interface SftpSource {
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

/** What lets in. */
export interface SourceSecrets {
  password?: string;
  key_passphrase?: string;
  /** The whole address, where there are secrets in it: the source has it masked. */
  url?: string;
}
export const SECRET_FIELDS = ["password", "key_passphrase", "url"] as const satisfies readonly (keyof SourceSecrets)[];

/** Where what lets an import in is stored. */
export const importSecrets = (importId: string): string => `imports/${importId}`;

/** A source without the secrets in its address, and the secrets with them. */
export function splitAddress<S extends Source>(
  source: S,
  secrets: SourceSecrets,
): { source: S; secrets: SourceSecrets } {
  if (source.type !== "url") return { source, secrets };
  const masked = maskAddress(source.url);
  return masked === source.url
    ? { source, secrets }
    : { source: { ...source, url: masked }, secrets: { ...secrets, url: source.url } };
}
