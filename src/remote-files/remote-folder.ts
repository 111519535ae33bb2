/** A file to send: it can be read as often as it takes. */
export interface SentFile {
  sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** A folder on a server, over a connection that is open until it is closed. Every method throws `RemoteError`. */
export interface RemoteFolder {
  /**
   * Stores a file in place of one that has its name, where the protocol can only once it is whole: half a file is never
   * visible. Returns its path. `marker` distinguishes a file being written from those of other writers: a repeat with the
   * same one takes away what its first run has left, and writes another: bytes of the first may still be on their way.
   */
  put(name: string, file: SentFile, marker: string): Promise<string>;
  /** Deletes a file that is there. */
  remove(name: string): Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a command of FTP
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Whether a folder can be named so: no step up, nothing that ends a command. */
export const isFolder = (folder: string): boolean => !CONTROL.test(folder) && !folder.split(/[/\\]/).includes("..");

/** A folder as it stands before the name of a file; one that begins with `/` is not below the login's own. */
export function folderPath(folder: string | undefined): string {
  const path = (folder ?? "").replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  return path === "" ? (folder?.startsWith("/") ? "/" : "") : `${path}/`;
}

/** What a file is called until it is whole. */
export const partName = (name: string, marker: string): string => `.${name}.${marker}.part`;

/** A file that is held in memory. */
export function textFile(text: string): SentFile {
  const bytes = new TextEncoder().encode(text);
  return {
    sizeBytes: bytes.length,
    open: async function* () {
      yield bytes;
    },
  };
}

/** Of what was read of a file this much may still be on its way, here and in the network. */
const ON_ITS_WAY_BYTES = 4 * 1024 * 1024;

/** How long a server may take nothing of a file: even a slow line brings some kilobytes a second. */
export const silenceMs = ({ sizeBytes }: SentFile): number =>
  30_000 + Math.ceil(Math.min(sizeBytes, ON_ITS_WAY_BYTES) / 20);

/** The same file, which reports each of its pieces. */
export const watched = ({ sizeBytes, open }: SentFile, report: () => void): SentFile => ({
  sizeBytes,
  open: async function* () {
    for await (const piece of open()) {
      report();
      yield piece;
    }
  },
});
