import type { Convert } from "./converters.ts";

/** Columns by which shops' files are known whose cells list categories with commas. */
const LISTS: readonly string[] = ["visibility in catalog", "ugs", "attribute_set_code"];
/** What is longer is no path of categories. */
const LENGTH_MAX = 4_000;
const SAYS_LIST = /\(x,y,z/i;

/** Whether a column lists categories with commas, by what its file says. */
export const listsCategories = (column: string, columns: readonly string[]): boolean =>
  SAYS_LIST.test(column) || columns.some((name) => LISTS.includes(name.trim().toLowerCase()));

const stepsOf = (path: string): string[] => path.split(path.includes(">") ? ">" : "/").map((step) => step.trim());
const rootOf = (path: string): string => (stepsOf(path)[0] ?? "").toLowerCase();
const isPath = (path: string): boolean => /[>/]/.test(path);

/** Whether parts of a text are paths of their own, and no parts of names: several have steps, or begin alike. */
function arePaths(parts: readonly string[], { isClose }: { isClose: boolean }): boolean {
  if (!parts.some(isPath)) return false;
  if (new Set(parts.map(rootOf)).size < parts.length) return true;
  return isClose && parts.filter(isPath).length > 1;
}

const partsAt = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The categories in a cell, each as a path. ` | ` stands between steps, as Heureka writes it. */
export function categoryPaths(text: string, isList: boolean): string[] {
  if (text.length > LENGTH_MAX) return [text];
  const lines = partsAt(text, /\n/);
  if (lines.length > 1) return lines.flatMap((line) => categoryPaths(line, isList));
  const barred = partsAt(text, /(?<=\S)\|(?=\S)/);
  // In `Rooms > A|B` the bar is part of a name.
  const isOne = barred.some(isPath) && !barred.every(isPath);
  if (barred.length > 1 && !isOne) return barred.flatMap((part) => categoryPaths(part, isList));
  if (isList) return partsAt(text, /(?<!\\),/).map((part) => part.replaceAll("\\,", ","));
  for (const [separator, isClose] of [
    [/[,;](?=\S)/, true],
    [/[,;]\s+/, false],
  ] as const) {
    const parts = partsAt(text, separator);
    if (parts.length > 1 && arePaths(parts, { isClose })) return parts;
  }
  return [isPath(text) ? text : text.replaceAll(/\s+\|\s+/g, " > ")];
}

/** The path with the most steps, of several the first. */
const deepest = (paths: readonly string[]): string =>
  paths.reduce((one, other) => (stepsOf(other).length > stepsOf(one).length ? other : one), paths[0] ?? "");

const isAbove = (path: string, other: string): boolean =>
  stepsOf(path).every((step, at) => step.toLowerCase() === stepsOf(other)[at]?.toLowerCase());

/** Reads a cell of categories: a product has one, the most exact; others are named in a warning. */
export const categoryConverter =
  (convert: Convert, isList: boolean): Convert =>
  (text, fail) => {
    const paths = categoryPaths(text, isList);
    const taken = deepest(paths);
    const left = [...new Set(paths)].filter((path) => path !== taken && !isAbove(path, taken));
    if (left.length > 0) {
      fail("invalid_value", "further_categories", { taken, left: left.join(", ").slice(0, 200) }, "warning");
    }
    return convert(taken, fail);
  };
