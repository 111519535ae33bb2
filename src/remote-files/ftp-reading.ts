import { PassThrough } from "node:stream";
import { type Client, type FileInfo, FTPError } from "basic-ftp";
import type { Outbound } from "../outbound/outbound.ts";
import { connectFtp, type FtpTarget, ftpError } from "./ftp.ts";
import { RemoteError } from "./remote-error.ts";
import { foldersOf, isWanted, type ListedRemote, type RemoteReading } from "./remote-reading.ts";
import { ANSWER_SILENCES, paced, within } from "./within.ts";

const BUFFER_BYTES = 256 * 1024;
const SILENCE_MS = 30_000;
/** Of a listing, which the client keeps in memory: some hundred thousand files. */
const LISTING_BYTES_MAX = 32 * 1024 * 1024;

/** From servers that list files without their times, this number of times is read one by one. */
const TIME_REQUESTS_MAX = 100;

/** What a listing says of a file. Servers that give its time to the minute, or not at all, are sent a request for it. */
async function listed(client: Client, { name, size, modifiedAt }: FileInfo, isAsked: boolean): Promise<ListedRemote> {
  const time = modifiedAt ?? (isAsked ? await client.lastMod(name).catch(() => undefined) : undefined);
  return { name, sizeBytes: size, modifiedAtMs: time?.getTime() ?? null };
}

/** Opens a folder over FTP to take files from. Throws `RemoteError`. */
export async function openFtpReading(
  target: FtpTarget,
  outbound: Pick<Outbound, "resolve">,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<RemoteReading> {
  const client = await connectFtp(target, outbound, { silenceMs });
  const withError = <T>(work: Promise<T>): Promise<T> =>
    within(work, silenceMs * ANSWER_SILENCES, () => client.close()).catch((error: unknown) => {
      throw ftpError(error);
    });
  let isTooLong = false;
  client.trackProgress(({ type, bytes }) => {
    if (type !== "list" || bytes <= LISTING_BYTES_MAX) return;
    isTooLong = true;
    client.close();
  });
  const listing = () =>
    withError(client.list()).catch((error: unknown) => {
      throw isTooLong ? new RemoteError("failed", "The folder's listing is too long") : error;
    });
  try {
    if (target.folder) await withError(client.cd(target.folder));
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    list: async (pattern) => {
      const files = (await listing()).filter(({ name, isFile }) => isFile && isWanted(name, pattern));
      const found: ListedRemote[] = [];
      // One after the other: a session answers one question at a time.
      for (const file of files) found.push(await listed(client, file, files.length <= TIME_REQUESTS_MAX));
      return found;
    },
    read: async function* (name) {
      const bytes = new PassThrough({ highWaterMark: BUFFER_BYTES });
      const done = client.downloadTo(bytes, name).catch((error: unknown) => {
        const reported = ftpError(error);
        bytes.destroy(reported);
        throw reported;
      });
      // Awaited once the bytes are read; until then there is no listener.
      done.catch(() => undefined);
      try {
        yield* paced(bytes, silenceMs);
      } finally {
        bytes.destroy();
      }
      await withError(done);
    },
    ...changesOf(client, withError),
    close: async () => client.close(),
  };
}

/** What is done with files that were taken. */
function changesOf(
  client: Client,
  withError: <T>(work: Promise<T>) => Promise<T>,
): Pick<RemoteReading, "exists" | "move" | "remove"> {
  return {
    exists: (path) =>
      withError(
        client.size(path).then(
          () => true,
          (error: unknown) => {
            if (error instanceof FTPError) return false;
            throw error;
          },
        ),
      ),
    move: async (name, path) => {
      // A folder that is there is refused, which is as good.
      for (const folder of foldersOf(path)) await withError(client.sendIgnoringError(`MKD ${folder}`));
      await withError(client.rename(name, path));
    },
    remove: async (name) => void (await withError(client.remove(name))),
  };
}
