import { PassThrough } from "node:stream";
import { type Client, type FileInfo, FTPError } from "basic-ftp";
import type { Outbound } from "../outbound/outbound.ts";
import { connectFtp, type FtpTarget, ftpError } from "./ftp.ts";
import { paced } from "./paced.ts";
import { RemoteError } from "./remote-error.ts";
import { foldersOf, isWanted, type ListedRemote, type RemoteReading } from "./remote-reading.ts";
import { ANSWER_SILENCES, within } from "./within.ts";

const BUFFER_BYTES = 256 * 1024;
const SILENCE_MS = 30_000;
/** Of a listing, which the client keeps in memory: some hundred thousand files. */
const LISTING_BYTES_MAX = 32 * 1024 * 1024;

/** Of servers that list files without their times, so many are asked for one by one. */
const ASKED_MAX = 100;

/** What a listing says of a file. Servers that tell its time to the minute, or not at all, are asked for it. */
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
  const telling = <T>(work: Promise<T>): Promise<T> =>
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
    telling(client.list()).catch((error: unknown) => {
      throw isTooLong ? new RemoteError("failed", "The folder's listing is too long") : error;
    });
  try {
    if (target.folder) await telling(client.cd(target.folder));
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    list: async (pattern) => {
      const files = (await listing()).filter(({ name, isFile }) => isFile && isWanted(name, pattern));
      const found: ListedRemote[] = [];
      // One after the other: a session answers one question at a time.
      for (const file of files) found.push(await listed(client, file, files.length <= ASKED_MAX));
      return found;
    },
    read: async function* (name) {
      const bytes = new PassThrough({ highWaterMark: BUFFER_BYTES });
      const done = client.downloadTo(bytes, name).catch((error: unknown) => {
        const told = ftpError(error);
        bytes.destroy(told);
        throw told;
      });
      // Awaited once the bytes are read; until then nobody listens.
      done.catch(() => undefined);
      try {
        yield* paced(bytes, silenceMs);
      } finally {
        bytes.destroy();
      }
      await telling(done);
    },
    ...changesOf(client, telling),
    close: async () => client.close(),
  };
}

/** What is done with files that were taken. */
function changesOf(
  client: Client,
  telling: <T>(work: Promise<T>) => Promise<T>,
): Pick<RemoteReading, "exists" | "move" | "remove"> {
  return {
    exists: (path) =>
      telling(
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
      for (const folder of foldersOf(path)) await telling(client.sendIgnoringError(`MKD ${folder}`));
      await telling(client.rename(name, path));
    },
    remove: async (name) => void (await telling(client.remove(name))),
  };
}
