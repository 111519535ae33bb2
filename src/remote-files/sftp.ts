import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import Client from "ssh2-sftp-client";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError, type RemoteReason, remoteError } from "./remote-error.ts";
import { folderPath, partName, type RemoteFolder, type SentFile, silenceMs, watched } from "./remote-folder.ts";
import { within } from "./within.ts";

export interface SftpTarget {
  host: string;
  port: number;
  username: string;
  password?: string;
  private_key?: string;
  passphrase?: string;
  /** SHA-256 of the server's key, as `ssh-keygen -l` prints it. Absent: any server that answers is trusted. */
  host_fingerprint?: string;
  folder?: string;
}

const CONNECT_MS = 15_000;

// Source: draft-ietf-secsh-filexfer-02, 7; 14 is that of newer drafts.
const REASONS: [words: RegExp, reason: RemoteReason][] = [
  [/authentication methods failed|passphrase|privateKey/i, "credentials"],
  [/host denied|host key|fingerprint/i, "host_key"],
  [/no space|quota|disk full/i, "full"],
  [/no such file|permission denied|bad path/i, "folder"],
  // What ssh2 says of requests in flight when the connection ends, and of one that ends before it stands.
  [/no response from server|connection lost/i, "unreachable"],
];
const reasonOf = ({ message }: Error): RemoteReason | undefined => REASONS.find(([words]) => words.test(message))?.[1];
/** What went wrong, as `RemoteError` says it. */
export const sftpError = (error: unknown): RemoteError => remoteError(error, reasonOf);

/** `SHA256:…` as OpenSSH prints it, or the same in hexadecimal. */
function isTheKey(key: Buffer, fingerprint: string): boolean {
  const digest = createHash("sha256").update(key).digest();
  const wanted = fingerprint
    .trim()
    .replace(/^SHA256:/, "")
    .replace(/=+$/, "");
  const hex = digest.toString("hex");
  return digest.toString("base64").replace(/=+$/, "") === wanted || wanted.replaceAll(":", "").toLowerCase() === hex;
}

const ignore = () => undefined;

/** Logs in at a server, at an address that was checked. Throws `RemoteError`. */
export async function connectSftp(
  { host, port, username, password, private_key, passphrase, host_fingerprint: fingerprint }: SftpTarget,
  outbound: Pick<Outbound, "resolve">,
  { connectMs = CONNECT_MS }: { connectMs?: number } = {},
): Promise<Client> {
  // What ends a connection is reported by the pending operation; the library would print it.
  const client = new Client("files", { error: ignore, end: ignore, close: ignore });
  let isOtherHost = false;
  try {
    const [address = host] = await outbound.resolve(host);
    await client.connect({
      host: address,
      port,
      username,
      readyTimeout: connectMs,
      ...(password !== undefined && { password }),
      ...(private_key !== undefined && { privateKey: private_key }),
      ...(passphrase !== undefined && { passphrase }),
      ...(fingerprint !== undefined && {
        hostVerifier: (key: Buffer) => {
          isOtherHost = !isTheKey(key, fingerprint);
          return !isOtherHost;
        },
      }),
    });
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw isOtherHost ? new RemoteError("host_key", "The server has another key") : sftpError(error);
  }
}

/** Puts a whole file in the place of one that may be there; only some servers can in one step. */
async function replace(client: Client, from: string, to: string): Promise<void> {
  try {
    await client.posixRename(from, to);
  } catch {
    if (await client.exists(to)) await client.delete(to);
    await client.rename(from, to);
  }
}

/** OpenSSH says no word for a full disk, and the client takes a file that ended early for a whole one. */
async function requireWhole(client: Client, path: string, { sizeBytes }: SentFile): Promise<void> {
  const { size } = await client.stat(path);
  if (size !== sizeBytes) throw new RemoteError("full", `The server has kept ${size} of ${sizeBytes} bytes`);
}

/** Opens a folder over SFTP. Throws `RemoteError`. */
export async function openSftpFolder(target: SftpTarget, outbound: Pick<Outbound, "resolve">): Promise<RemoteFolder> {
  const client = await connectSftp(target, outbound);
  const base = folderPath(target.folder);
  const reporting = <T>(work: Parameters<typeof within<T>>[0], ms = CONNECT_MS): Promise<T> =>
    // The library waits for ever.
    within(work, ms, () => void client.end().catch(() => undefined)).catch((error: unknown) => {
      throw sftpError(error);
    });
  const put = async (name: string, part: string, file: SentFile): Promise<string> => {
    const source = Readable.from(file.open(), { objectMode: false });
    try {
      // Nearly always there is none; and some servers allow no deletion.
      await client.delete(part, true).catch(() => undefined);
      await client.put(source, part);
      await requireWhole(client, part, file);
      await replace(client, part, base + name);
      return base + name;
    } catch (error) {
      await client.delete(part, true).catch(() => undefined);
      throw error;
    } finally {
      source.destroy();
    }
  };
  return {
    put: (name, file, marker) =>
      reporting((again) => put(name, base + partName(name, marker), watched(file, again)), silenceMs(file)),
    remove: (name) => reporting(client.delete(base + name).then(() => undefined)),
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
}
