import type { FoundPlace } from "../tree/wanted-place.ts";

/** An instruction in files that we write: where their rows are, for a few rows do not show it. */
export const ROWS_PLACE = "catalogd-rows";
const STEPS_MAX = 100;

const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= STEPS_MAX && value.every((step) => typeof step === "string");

export const writeRowsPlace = ({ path, split = null }: FoundPlace): string =>
  `<?${ROWS_PLACE} ${JSON.stringify({ path, split })}?>`;

/** What such an instruction says; `undefined` where it says nothing. */
export function readRowsPlace(text: string): FoundPlace | undefined {
  try {
    const { path, split } = Object(JSON.parse(text));
    return isPath(path) && path.length > 0 && (split === null || isPath(split)) ? { path, split } : undefined;
  } catch {
    return undefined;
  }
}
