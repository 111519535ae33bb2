import { PassThrough } from "node:stream";
import type { FileInfo } from "basic-ftp";
import type { Outbound } from "../outbound/outbound.ts";
import { connectFtp, type FtpTarget, ftpError } from "./ftp.ts";
import type { ListedRemote, RemoteReading } from "./remote-reading.ts";

const BUFFER_BYTES = 256 * 1024;

const listed = ({ name, size, modifiedAt }: FileInfo): ListedRemote => ({
  name,
  sizeBytes: size,
  modifiedAtMs: modifiedAt?.getTime() ?? null,
});

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
    list: async () => (await telling(client.list())).filter(({ isFile }) => isFile).map(listed),
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
