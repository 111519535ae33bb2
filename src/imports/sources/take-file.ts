import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openFtpReading } from "../../remote-files/ftp-reading.ts";
import { openMailbox } from "../../remote-files/mailbox.ts";
import { withoutSecrets } from "../../remote-files/remote-error.ts";
import { type ListedRemote, newestOf, type RemoteReading } from "../../remote-files/remote-reading.ts";
import { openSftpReading } from "../../remote-files/sftp-reading.ts";
import { isMaskedAddress } from "../../secrets/recognise.ts";
import { fileProblem } from "../upload/file-kinds.ts";
import type {
  EmailSource,
  FtpSource,
  SftpSource,
  Source,
  SourceContext,
  SourceSecrets,
  TakenFile,
  Taking,
  UrlSource,
} from "./source.ts";
import { SourceError } from "./source-error.ts";
import { takeFromUrl } from "./take-from-url.ts";

const TRIES = 3;

/** What a server is sent to be let in, also as SASL's PLAIN writes it. */
function sentSecrets(source: Source, secrets: SourceSecrets): string[] {
  const user = source.type === "email" ? source.email : source.type === "url" ? "" : source.username;
  const { password = "" } = secrets;
  return [...Object.values(secrets), `\u0000${user}\u0000${password}`, `${user}:${password}`];
}

/** Fetches a file from a source. Throws `SourceError`, `RemoteError`, `OutboundError`, and what `taking` throws. */
export const takeFile = (source: Source, secrets: SourceSecrets, context: SourceContext, taking: Taking) =>
  takeFrom(source, secrets, context, taking).catch((error: unknown) => {
    throw withoutSecrets(error, sentSecrets(source, secrets));
  });

async function takeFrom(source: Source, secrets: SourceSecrets, context: SourceContext, taking: Taking) {
  if (source.type === "url") return takeFromUrl(wholeAddress(source, secrets), context, taking);
  if (source.type === "email") return takeFromMailbox(source, secrets, context, taking);
  const reading =
    source.type === "ftp" ? await openFtp(source, secrets, context) : await openSftp(source, secrets, context);
  try {
    await taking.keep(await takeNewest(reading, source.file_pattern, taking));
  } finally {
    await reading.close();
  }
}

/** The address with its secrets. */
function wholeAddress(source: UrlSource, { url = source.url }: SourceSecrets): UrlSource {
  if (isMaskedAddress(url)) throw new SourceError("forgotten");
  return { ...source, url };
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

/** Stores a file; `after` is what it has become when it was not the same behind its last byte. */
async function takeWhole(
  reading: RemoteReading,
  { name, sizeBytes, modifiedAtMs }: ListedRemote,
  { pattern, store }: Pick<Taking, "store"> & { pattern: string },
): Promise<TakenFile | { after: ListedRemote | undefined }> {
  const stored = await store(reading.read(name));
  const after = (await reading.list(pattern)).find((file) => file.name === name);
  const isSettled = after === undefined || (after.sizeBytes === sizeBytes && after.modifiedAtMs === modifiedAtMs);
  return isSettled && stored.sizeBytes === sizeBytes ? { name, ...stored } : { after };
}

/**
 * Stores the newest file that fits. It is looked at again behind its last byte: one that has changed meanwhile is read
 * again, and one that was taken away is good when all of it had come.
 */
async function takeNewest(reading: RemoteReading, pattern: string, { chosen, store }: Taking): Promise<TakenFile> {
  let before: ListedRemote | undefined = newestOf(await reading.list(pattern));
  if (!before) throw new SourceError("nothing_found", { pattern });
  await chosen();
  for (let tries = 0; tries < TRIES; tries++) {
    const taken = await takeWhole(reading, before, { pattern, store });
    if ("sha256" in taken) return taken;
    const changed = taken.after ?? newestOf(await reading.list(pattern));
    if (!changed) throw new SourceError("nothing_found", { pattern });
    before = changed;
  }
  throw new SourceError("changing", { name: before.name });
}

async function takeFromMailbox(
  source: EmailSource,
  { password = "" }: SourceSecrets,
  { outbound, silenceMs }: SourceContext,
  taking: Taking,
): Promise<void> {
  const { imap_host: host, imap_port: port, email: username, folder, security } = source;
  const target = {
    host,
    port,
    username,
    password,
    folder,
    security,
    caCertificate: source.ca_certificate ?? undefined,
  };
  const mailbox = await openMailbox(target, outbound, { silenceMs });
  try {
    const attachment = await mailbox.newest({
      sender: source.sender_filter,
      subject: source.subject_filter,
      unseenOnly: source.unseen_only,
      accepts: (name) => fileProblem(name) === undefined,
    });
    if (!attachment) throw new SourceError("no_mail");
    await taking.chosen();
    await taking.keep({ name: attachment.fileName, ...(await taking.store(attachment.read())) });
    // Not before the import is stored: a mail that is fetched twice does less harm than one that nobody sees again.
    if (source.mark_as_read) await attachment.markSeen();
  } finally {
    await mailbox.close();
  }
}
