import type { Readable } from "node:stream";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError } from "./remote-error.ts";
import { folderPath } from "./remote-folder.ts";
import { foldersOf, isWanted, type RemoteReading } from "./remote-reading.ts";
import { connectSftp, type SftpTarget, sftpError } from "./sftp.ts";
import { paced, within } from "./within.ts";

const SILENCE_MS = 30_000;

/** Opens a folder over SFTP to take files from. Throws `RemoteError`. */
export async function openSftpReading(
  target: SftpTarget,
  outbound: Pick<Outbound, "resolve">,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<RemoteReading> {
  const client = await connectSftp(target, outbound, { connectMs: silenceMs });
  const base = folderPath(target.folder);
  const at = (path: string) => (path.startsWith("/") ? path : base + path);
  const answered = <T>(work: Promise<T>): Promise<T> =>
    within(work, silenceMs).catch((error: unknown) => {
      throw sftpError(error);
    });
  return {
    list: async (pattern) =>
      (await answered(client.list(base === "" ? "." : base)))
        .filter(({ name, type }) => type === "-" && isWanted(name, pattern))
        .map(({ name, size, modifyTime }) => ({ name, sizeBytes: size, modifiedAtMs: modifyTime })),
    read: async function* (name) {
      // Its type names less than it is.
      const stream = client.createReadStream(base + name) as unknown as Readable;
      // The pending operation reports it; after the end there is no listener, and it would end the process.
      stream.on("error", () => undefined);
      const cut = () => stream.destroy(new RemoteError("unreachable", "The connection was cut"));
      client.on("close", cut);
      try {
        yield* paced(stream, silenceMs);
      } catch (error) {
        throw sftpError(error);
      } finally {
        client.removeListener("close", cut);
        stream.destroy();
      }
    },
    exists: async (path) => (await answered(client.exists(at(path)))) !== false,
    move: async (name, path) => {
      for (const folder of foldersOf(at(path))) {
        if ((await answered(client.exists(folder))) === false) await answered(client.mkdir(folder));
      }
      await answered(client.rename(base + name, at(path)));
    },
    remove: async (name) => void (await answered(client.delete(base + name))),
    close: async () => {
      // A server that is silent does not answer this either.
      await within(client.end(), silenceMs).catch(() => undefined);
    },
  };
}
