import { PassThrough } from "node:stream";
import type { Client, FileInfo } from "basic-ftp";
import type { Outbound } from "../outbound/outbound.ts";
import { connectFtp, type FtpTarget, ftpError } from "./ftp.ts";
import { isWanted, type ListedRemote, type RemoteReading } from "./remote-reading.ts";

const BUFFER_BYTES = 256 * 1024;

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
  options: { silenceMs?: number | undefined } = {},
): Promise<RemoteReading> {
  const client = await connectFtp(target, outbound, options);
  const telling = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw ftpError(error);
    });
  try {
    if (target.folder) await telling(client.cd(target.folder));
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    list: async (pattern) => {
      const files = (await telling(client.list())).filter(({ name, isFile }) => isFile && isWanted(name, pattern));
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
      yield* bytes;
      await done;
    },
    close: async () => client.close(),
  };
}
