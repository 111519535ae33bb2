import type { Readable } from "node:stream";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError } from "./remote-error.ts";
import { folderPath } from "./remote-folder.ts";
import { isWanted, type RemoteReading } from "./remote-reading.ts";
import { connectSftp, type SftpTarget, sftpError } from "./sftp.ts";

const SILENCE_MS = 30_000;

/** The bytes of a stream; throws when none come for too long. What waits for the reader is no silence. */
async function* withoutSilence(stream: Readable, silenceMs: number): AsyncGenerator<Uint8Array> {
  const begin = () =>
    setTimeout(() => stream.destroy(new RemoteError("unreachable", "There was no answer in time")), silenceMs);
  let timer = begin();
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      yield chunk;
      timer = begin();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a folder over SFTP to take files from. Throws `RemoteError`. */
export async function openSftpReading(
  target: SftpTarget,
  outbound: Pick<Outbound, "resolve">,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<RemoteReading> {
  const client = await connectSftp(target, outbound, { connectMs: silenceMs });
  const base = folderPath(target.folder);
  const within = async <T>(work: Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RemoteError("unreachable", "There was no answer in time")), silenceMs);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      throw sftpError(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    list: async (pattern) =>
      (await within(client.list(base === "" ? "." : base)))
        .filter(({ name, type }) => type === "-" && isWanted(name, pattern))
        .map(({ name, size, modifyTime }) => ({ name, sizeBytes: size, modifiedAtMs: modifyTime })),
    read: async function* (name) {
      // Its type names less than it is.
      const stream = client.createReadStream(base + name) as unknown as Readable;
      const cut = () => stream.destroy(new RemoteError("unreachable", "The connection was cut"));
      client.on("close", cut);
      try {
        yield* withoutSilence(stream, silenceMs);
      } catch (error) {
        throw sftpError(error);
      } finally {
        client.removeListener("close", cut);
        stream.destroy();
      }
    },
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
}
