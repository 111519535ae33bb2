import { FileUnreadable } from "../file-unreadable.ts";
import type { PlaceSurvey, SeenPlace } from "./place-survey.ts";

/** How the rows of a nested file are looked for. */
export interface Looking {
  /** Where somebody says they are; `null`: no one does. */
  recordPath?: string | null | undefined;
  /** Called with the places where they might be. */
  note?: (places: SeenPlace[]) => void;
}

/** Where the rows are; `split`: that is settled too. */
export interface FoundPlace {
  path: string[];
  split?: string[] | null;
}

/** How many places are shown. */
const SEEN_MAX = 30;

/** The name of a place in an analysis. */
export const placeName = (path: readonly string[]): string => path.join(".");

/** The place that was named; `undefined` where none was. Throws FileUnreadable no_such_path. */
export function wantedPlace(
  survey: PlaceSurvey,
  file: string,
  { recordPath = null, note }: Looking,
): FoundPlace | undefined {
  const seen = survey.seen(SEEN_MAX);
  note?.(seen);
  if (recordPath === null) return undefined;
  const found = survey.find(recordPath);
  if (found) return found;
  const paths = seen.map(({ path }) => placeName(path)).join(", ");
  throw new FileUnreadable("no_such_path", { file, path: recordPath, paths: paths.slice(0, 500) });
}
