import type { PendingChange } from "../../../products/changes/set/change-set.ts";
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
const pivotText = ({ row }: PendingChange, field: string): unknown =>
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
export const withoutTrimmed = (change: PendingChange, fields: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const shown = pivotText(change, name);
      return value === null || shown === null || !isSame(asRead(shown), asRead(value));
    }),
  );

/** Puts a row's texts into the product's. */
export function setContent(
  change: PendingChange,
  { content }: ChunkRow,
  { superseded, showsPivot }: ContentRules,
): boolean {
  const { texts: known } = change.parts;
  let isChanged = false;
  for (const [language, texts] of Object.entries(content)) {
    const shown = (field: string) => known[language]?.[field] ?? (showsPivot ? pivotText(change, field) : null);
    const fresh = Object.entries(texts).filter(
      ([field, value]) => !superseded.includes(`${language}:${field}`) && !isSame(asRead(shown(field)), asRead(value)),
    );
    if (fresh.length === 0) continue;
    const changes = Object.fromEntries(fresh);
    known[language] = { ...known[language], ...changes };
    change.texts = { ...change.texts, [language]: { ...change.texts?.[language], ...changes } };
    isChanged = true;
  }
  return isChanged;
}
