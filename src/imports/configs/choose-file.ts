import type { ConfigFile } from "../../../db/import-configs/config-files.ts";
import { imports } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import { newestOf } from "../../remote-files/remote-reading.ts";
import type { SourceFile } from "../sources/open-source.ts";
import type { Choice } from "../sources/taking.ts";
import { FINISHED } from "../states.ts";
import type { ConfigRow } from "./import-config.ts";

type Choosing = Pick<
  ConfigRow,
  "take_files" | "skip_if_unchanged" | "imported_sha256" | "after_success" | "after_failure"
>;

/** Which file a run of a configuration takes, and what of its memory is of no use any more. */
export interface Chooser {
  choose(files: readonly SourceFile[]): Choice;
  /** The known names that lay there no more when `choose` looked last. */
  gone(): string[];
}

/** The same by name, size and time. Of a server that gives no times, name and size must do. */
export const isKnownFile = (file: SourceFile, known: ConfigFile | undefined): boolean =>
  known?.sizeBytes === file.sizeBytes && known.modifiedAtMs === file.modifiedAtMs;

/** The name of the file that was taken last, while its import has not ended; it may wait for somebody. */
export async function findWaiting(
  db: Reader,
  known: readonly ConfigFile[],
  importId: string,
): Promise<string | undefined> {
  const last = known.find((file) => file.importId !== importId);
  const found = last && (await imports.find(db, { id: last.importId }));
  return found && !FINISHED.some((status) => status === found.status) ? last.name : undefined;
}

/**
 * Chooses by what was taken before: a file is taken once. `all_new` takes the oldest of the new ones. `newest` takes the newest
 * unless it is the one imported last, or its import has not ended (`waiting`); where files go away afterwards, nothing older than what was taken is the newest.
 * `importId` is the run at hand, which may begin again with its own file.
 */
export function chooserOf(
  config: Choosing,
  known: readonly ConfigFile[],
  { importId, waiting }: { importId: string; waiting: string | undefined },
): Chooser {
  const byName = new Map(known.map((file) => [file.name, file]));
  const goAway = [config.after_success, config.after_failure].some(({ action }) => action !== "leave");
  const lastMs = Math.max(
    ...known.flatMap((file) => (file.importId === importId ? [] : (file.modifiedAtMs ?? []))),
    Number.NEGATIVE_INFINITY,
  );
  const isOwn = (file: ConfigFile | undefined) => file?.importId === importId;
  const isTaken = (file: ConfigFile | undefined) =>
    config.skip_if_unchanged &&
    file !== undefined &&
    (waiting === file.name || (file.sha256 !== null && file.sha256 === config.imported_sha256));
  let seen = new Set<string>();

  const oldestNew = (files: readonly SourceFile[]): Choice => {
    const fresh = files
      .filter((file) => isOwn(byName.get(file.key)) || !isKnownFile(file, byName.get(file.key)))
      .toSorted((one, other) => (one.modifiedAtMs ?? 0) - (other.modifiedAtMs ?? 0) || (one.key < other.key ? -1 : 1));
    const [file] = fresh;
    return file ? { file, left: fresh.length - 1 } : "none_new";
  };
  const newest = (files: readonly SourceFile[]): Choice => {
    const file = newestOf(files);
    if (!file) return goAway ? "none_new" : "none_fits";
    const before = byName.get(file.key);
    if (isTaken(before) && !isOwn(before) && isKnownFile(file, before) && file.modifiedAtMs !== null) return "none_new";
    if (goAway && file.modifiedAtMs !== null && file.modifiedAtMs < lastMs) return "none_new";
    return { file, left: 0 };
  };
  return {
    choose: (files) => {
      seen = new Set(files.map(({ key }) => key));
      return config.take_files === "all_new" ? oldestNew(files) : newest(files);
    },
    gone: () => known.flatMap(({ name, modifiedAtMs }) => (seen.has(name) || modifiedAtMs === lastMs ? [] : [name])),
  };
}
