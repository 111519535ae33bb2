import type { Entry } from "./chunk-catalog.ts";
import type { ChunkRow } from "./chunk-row.ts";

type Values = Record<string, unknown>;

/** Whether two values of a product are the same. */
export const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === "object" && one !== null && JSON.stringify(one) === JSON.stringify(other));

interface ContentRules {
  superseded: readonly string[];
  /** A text that repeats the pivot's is no translation. */
  showsPivot: boolean;
}

/** The text of a product in the pivot language. */
const pivotText = ({ row }: Entry, field: string): unknown =>
  ({ name: row.title, title: row.title, description: row.description, short_description: row.shortDescription })[
    field
  ] ??
  row.extra[field] ??
  null;

/** A text or list as a cell of a file gives it back: without blanks at its ends. */
const asRead = (value: unknown): unknown =>
  typeof value === "string"
    ? value.trim()
    : Array.isArray(value)
      ? value.map((each) => (typeof each === "string" ? each.trim() : each)).filter((each) => each !== "")
      : value;

/** The fields without those whose texts the product has, with blanks at their ends. */
export const withoutTrimmed = (entry: Entry, fields: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const shown = pivotText(entry, name);
      return value === null || shown === null || !isSame(asRead(shown), asRead(value));
    }),
  );

/** Puts a row's texts into the product's. */
export function setContent(entry: Entry, { content }: ChunkRow, { superseded, showsPivot }: ContentRules): boolean {
  let changed = false;
  for (const [language, texts] of Object.entries(content)) {
    const known = entry.content[language] ?? {};
    const shown = (field: string) => known[field] ?? (showsPivot ? pivotText(entry, field) : null);
    const fresh = Object.entries(texts).filter(
      ([field, value]) => !superseded.includes(`${language}:${field}`) && !isSame(asRead(shown(field)), asRead(value)),
    );
    if (fresh.length === 0) continue;
    const changes = Object.fromEntries(fresh);
    entry.content[language] = { ...known, ...changes };
    entry.contentChanges[language] = { ...entry.contentChanges[language], ...changes };
    changed = true;
  }
  return changed;
}
