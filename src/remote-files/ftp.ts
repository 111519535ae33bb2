import { Readable } from "node:stream";
import { Client, FTPError } from "basic-ftp";
import { isAddress } from "../outbound/addresses.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError, type RemoteReason, remoteError } from "./remote-error.ts";
import {
  folderPath,
  partName,
  type RemoteFolder,
  type SentFile,
  silenceMs as silenceOf,
  watched,
} from "./remote-folder.ts";
import { ANSWER_SILENCES, within } from "./within.ts";

export interface FtpTarget {
  host: string;
  port: number;
  username: string;
  password: string;
  /** TLS, begun by the client, or there from the beginning. */
  secure: boolean | "implicit";
  /** An authority of the server's certificate besides those everybody knows, PEM. */
  caCertificate?: string;
  folder?: string;
}

/** How long the server may be silent. */
const SILENCE_MS = 30_000;

const REASONS: Record<number, RemoteReason> = {
  530: "credentials",
  550: "folder",
  553: "folder",
  452: "full",
  552: "full",
};
const reasonOf = (error: Error): RemoteReason | undefined =>
  error instanceof FTPError ? (REASONS[error.code] ?? "failed") : undefined;
/** What went wrong, as `RemoteError` says it. */
export const ftpError = (error: unknown): RemoteError => remoteError(error, reasonOf);

/**
 * Logs in at a server. The connection is made to an address that was checked, those of the data too: the client refuses a
 * server that names another. Throws `RemoteError`.
 */
export async function connectFtp(
  { host, port, username, password, secure, caCertificate: ca }: FtpTarget,
  outbound: Pick<Outbound, "resolve">,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<Client> {
  const client = new Client(silenceMs);
  try {
    const [address = host] = await outbound.resolve(host);
    const secureOptions = { ...(!isAddress(host) && { servername: host }), ...(ca !== undefined && { ca }) };
    const access = client.access({ host: address, port, user: username, password, secure, secureOptions });
    // The client's own clock restarts with each byte.
    await within(access, silenceMs * ANSWER_SILENCES, () => client.close());
    return client;
  } catch (error) {
    client.close();
    throw ftpError(error);
  }
}

/** Puts a whole file in the place of one that may be there, which some servers refuse. */
async function replace(client: Client, from: string, to: string): Promise<void> {
  try {
    await client.rename(from, to);
  } catch (error) {
    if (!(error instanceof FTPError)) throw error;
    await client.remove(to, true);
    await client.rename(from, to);
  }
}

/** To a server the end of a data connection is the end of the file, on either side. Not every server knows sizes. */
async function requireWhole(client: Client, path: string, { sizeBytes }: SentFile): Promise<void> {
  const size = await client.size(path).catch((error: unknown) => {
    if (error instanceof FTPError) return sizeBytes;
    throw error;
  });
  if (size !== sizeBytes) throw new RemoteError("failed", `The server has kept ${size} of ${sizeBytes} bytes`);
}

/** Opens a folder over FTP. Throws `RemoteError`. */
export async function openFtpFolder(target: FtpTarget, outbound: Pick<Outbound, "resolve">): Promise<RemoteFolder> {
  const client = await connectFtp(target, outbound);
  const base = folderPath(target.folder);
  const reporting = <T>(work: Parameters<typeof within<T>>[0], ms = SILENCE_MS * ANSWER_SILENCES): Promise<T> =>
    within(work, ms, () => client.close()).catch((error: unknown) => {
      throw ftpError(error);
    });
  let isInside = base === "";
  // Else a server may cut the data connection of a file for a missing folder before it says so.
  const enter = async () => {
    if (!isInside) await client.cd(base);
    isInside = true;
  };
  const put = async (name: string, part: string, file: SentFile): Promise<string> => {
    const source = Readable.from(file.open(), { objectMode: false });
    try {
      await enter();
      await client.remove(part, true);
      await client.uploadFrom(source, part);
      await requireWhole(client, part, file);
      await replace(client, part, name);
      return base + name;
    } catch (error) {
      if (!client.closed) await client.remove(part, true).catch(() => undefined);
      throw error;
    } finally {
      source.destroy();
    }
  };
  return {
    put: (name, file, marker) =>
      reporting((again) => put(name, partName(name, marker), watched(file, again)), silenceOf(file) + SILENCE_MS),
    remove: (name) =>
      reporting(
        enter()
          .then(() => client.remove(name))
          .then(() => undefined),
      ),
    close: async () => client.close(),
  };
}
