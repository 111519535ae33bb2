import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { openFtpReading } from "../../remote-files/ftp-reading.ts";
import { type Attachment, openMailbox } from "../../remote-files/mailbox.ts";
import { isPartial, type ListedRemote, matchesPattern, type RemoteReading } from "../../remote-files/remote-reading.ts";
import { openSftpReading } from "../../remote-files/sftp-reading.ts";
import { fileProblem } from "../upload/file-kinds.ts";
import type { EmailSource, FtpSource, SftpSource, SourceSecrets } from "./source.ts";
import { SourceError } from "./source-error.ts";

export interface SourceContext {
  outbound: Outbound;
  config: Partial<Pick<Config, "sftpKeysDir">>;
  /** Waits between two looks at a file. */
  pause(ms: number): Promise<void>;
  /** How long a server may be silent. */
  silenceMs?: number;
}

/** A file that lies in a source, as far as the source says. */
export interface SourceFile {
  /** What the source knows it by: its name in the folder, or the place of its mail. */
  key: string;
  name: string;
  /** -1 when the server does not say. */
  sizeBytes: number;
  /** `null` when the server does not say. */
  modifiedAtMs: number | null;
  /** Of a mail. */
  sender: string | null;
  subject: string | null;
}

/** A source that holds files, open until it is closed. Methods throw `RemoteError` and `SourceError`. */
export interface OpenSource {
  /** The whole files that fit, in no order; of mails at most this many, the newest. */
  list(mailsMax?: number): Promise<SourceFile[]>;
  read(file: SourceFile): AsyncIterable<Uint8Array>;
  /** The import has the file. */
  noteTaken(file: SourceFile): Promise<void>;
  /** Whether something is called so already; a mailbox takes any number of mails. */
  exists(path: string): Promise<boolean>;
  /** Gives it another path, seen from where it lies; of a mail another folder. */
  move(file: SourceFile, path: string): Promise<void>;
  remove(file: SourceFile): Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
}

/** Opens a source other than an address. Throws `RemoteError` and `SourceError`. */
export function openSource(
  source: FtpSource | SftpSource | EmailSource,
  secrets: SourceSecrets,
  context: SourceContext,
): Promise<OpenSource> {
  if (source.type === "email") return openMails(source, secrets, context);
  const reading = source.type === "ftp" ? openFtp(source, secrets, context) : openSftp(source, secrets, context);
  return reading.then((opened) => folderSource(opened, source));
}

const openFtp = (source: FtpSource, { password = "" }: SourceSecrets, { outbound, silenceMs }: SourceContext) => {
  const { host, port, username, directory_path: folder, security, ca_certificate: caCertificate } = source;
  const secure = security === "implicit" ? "implicit" : security === "explicit";
  const target = { host, port, username, password, secure, ...(folder !== null && { folder }) } as const;
  return openFtpReading({ ...target, ...(caCertificate !== null && { caCertificate }) }, outbound, { silenceMs });
};

async function openSftp(
  { host, port, username, key_file_path: keyFile, host_fingerprint: fingerprint, directory_path: folder }: SftpSource,
  { password, key_passphrase: passphrase }: SourceSecrets,
  { outbound, config, silenceMs }: SourceContext,
) {
  const key = keyFile === null ? undefined : await readKey(config.sftpKeysDir, keyFile);
  const target = {
    host,
    port,
    username,
    ...(key === undefined ? password !== undefined && { password } : { private_key: key }),
    ...(passphrase !== undefined && { passphrase }),
    ...(fingerprint !== null && { host_fingerprint: fingerprint }),
    ...(folder !== null && { folder }),
  };
  return openSftpReading(target, outbound, { silenceMs });
}

/** A key of the folder that the operator has set; the name was checked when it came in. */
async function readKey(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined) throw new SourceError("forgotten");
  return readFile(join(folder, name), "utf8").catch(() => {
    throw new SourceError("forgotten");
  });
}

/** The name of the file that marks one as whole; `undefined` where none is wanted. */
const markerOf = ({ marker }: Pick<FtpSource, "marker">, name: string): string | undefined =>
  marker?.replaceAll("{name}", name).replaceAll("{stem}", name.replace(/\.[^.]*$/, ""));

const fileOf = ({ name, sizeBytes, modifiedAtMs }: ListedRemote): SourceFile => ({
  key: name,
  name,
  sizeBytes,
  modifiedAtMs,
  sender: null,
  subject: null,
});

function folderSource(reading: RemoteReading, source: FtpSource | SftpSource): OpenSource {
  const { file_pattern: pattern, marker, partial_pattern: partial } = source;
  const wanted = (files: readonly ListedRemote[]) => {
    const names = new Set(files.map(({ name }) => name));
    return files.filter(({ name }) => {
      const isWhole = !isPartial(name) && (partial === null || !matchesPattern(name, partial));
      const mark = markerOf(source, name);
      return isWhole && matchesPattern(name, pattern) && (mark === undefined || (mark !== name && names.has(mark)));
    });
  };
  /** A marker that is of one file goes with it. */
  const removeMarker = async (name: string) => {
    const mark = markerOf(source, name);
    if (mark !== undefined && mark !== marker && (await reading.exists(mark))) await reading.remove(mark);
  };
  return {
    list: async () => wanted(await reading.list(marker === null ? pattern : "*")).map(fileOf),
    read: ({ key }) => reading.read(key),
    noteTaken: async () => undefined,
    exists: reading.exists,
    move: async ({ key }, path) => {
      await reading.move(key, path);
      await removeMarker(key);
    },
    remove: async ({ key }) => {
      await reading.remove(key);
      await removeMarker(key);
    },
    close: reading.close,
  };
}

/** How many mails are looked for at a time. */
const MAILS_MAX = 100;

async function openMails(
  source: EmailSource,
  { password = "" }: SourceSecrets,
  { outbound, silenceMs }: SourceContext,
): Promise<OpenSource> {
  const { imap_host: host, imap_port: port, email: username, folder, security } = source;
  const caCertificate = source.ca_certificate ?? undefined;
  const target = { host, port, username, password, folder, security, caCertificate };
  const mailbox = await openMailbox(target, outbound, { silenceMs });
  const query = {
    sender: source.sender_filter,
    subject: source.subject_filter,
    unseenOnly: source.unseen_only,
    accepts: (name: string) => fileProblem(name) === undefined,
  };
  let mails = new Map<string, Attachment>();
  const attachment = ({ key }: SourceFile): Attachment => {
    const found = mails.get(key);
    if (!found) throw new SourceError("no_mail");
    return found;
  };
  return {
    list: async (mailsMax = MAILS_MAX) => {
      const found = await mailbox.list(query, mailsMax);
      mails = new Map(found.map((each) => [each.id, each]));
      return found.map(({ id: key, fileName: name, sizeBytes, receivedAtMs, sender, subject }) => ({
        ...{ key, name, sizeBytes, sender, subject },
        modifiedAtMs: receivedAtMs,
      }));
    },
    read: (file) => attachment(file).read(),
    noteTaken: async (file) => {
      if (source.mark_as_read) await attachment(file).markSeen();
    },
    exists: async () => false,
    move: ({ key }, path) => mailbox.move(key, path),
    remove: ({ key }) => mailbox.remove(key),
    close: mailbox.close,
  };
}
