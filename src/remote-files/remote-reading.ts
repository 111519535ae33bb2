/** A file that lies in a folder of a server. */
export interface ListedRemote {
  name: string;
  sizeBytes: number;
  /** `null` when the server does not say. */
  modifiedAtMs: number | null;
}

/** A folder on a server that files are taken from, over a connection that is open until it is closed. Methods throw `RemoteError`. */
export interface RemoteReading {
  /** The files whose names fit. */
  list(pattern: string): Promise<ListedRemote[]>;
  /** The bytes of a file. Throws when the connection is cut before its end. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Whether something lies at a path, seen from the folder. */
  exists(path: string): Promise<boolean>;
  /** Gives a file another path, seen from the folder; the folders that lead there are made. */
  move(name: string, path: string): Promise<void>;
  /** Deletes a file. */
  remove(name: string): Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
}

/** Whether a name fits a pattern with `*` for any characters and `?` for one, regardless of case. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, in_, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    if (wanted[in_] === "*") {
      star = in_++;
      from = at;
    } else if (wanted[in_] === "?" || wanted[in_] === text[at]) {
      at++;
      in_++;
    } else if (star >= 0) {
      in_ = star + 1;
      at = ++from;
    } else return false;
  }
  while (wanted[in_] === "*") in_++;
  return in_ === wanted.length;
}

/** What senders call a file that is not whole yet. */
const PARTIAL = /^\.|\.(?:part|partial|filepart|tmp|temp|crdownload|upload|uploading)$/i;

/** Whether senders call a file so that is not whole yet. */
export const isPartial = (name: string): boolean => PARTIAL.test(name);

/** Whether a file is whole, by its name, and fits. */
export const isWanted = (name: string, pattern: string): boolean => !isPartial(name) && matchesPattern(name, pattern);

/** The newest file: by its time, and by its name where times are equal or missing. */
export const newestOf = <F extends Pick<ListedRemote, "name" | "modifiedAtMs">>(files: readonly F[]): F | undefined =>
  files.toSorted(
    (one, other) => (other.modifiedAtMs ?? 0) - (one.modifiedAtMs ?? 0) || (one.name < other.name ? 1 : -1),
  )[0];

/** The folders that lead to a path, the outermost first: `a/b/c.csv` has `a` and `a/b`. */
export const foldersOf = (path: string): string[] => {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/")).filter((folder) => folder !== "");
};
