import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** One file in an archive. It is read to its end before the next one is requested. */
export interface ZippedFile {
  name: string;
  /** It lies in the archive as it is. */
  isStored?: boolean;
  content: AsyncIterable<Uint8Array>;
}

/** Writes files as a ZIP archive, as fast as it is read; they are never held in memory. */
export async function* zipFiles(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  // yazl's own type says it is a stream of Node's, which it is.
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  let current: Readable | undefined;
  const write = async () => {
    for await (const { name, content, isStored = false } of files) {
      current = Readable.from(content, { objectMode: false });
      zip.addReadStream(current, name, { compress: !isStored });
      await finished(current, { writable: false });
    }
    zip.end();
  };
  const written = write();
  written.catch((error: Error) => output.destroy(error));
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
    await written;
  } finally {
    // Ends what is no longer read.
    current?.destroy();
  }
}
