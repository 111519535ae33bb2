import { amountIn, type Column, type ExportValue } from "../tables/table.ts";
import { CHANGES } from "../transforms.ts";
import type { ProfileColumn } from "./column.ts";
import { valueText } from "./column-template.ts";
import type { ProfileRow, Source } from "./profile-row.ts";

const isEmpty = (value: ExportValue) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

const filled = (value: ExportValue, fallback: string | undefined): ExportValue =>
  fallback !== undefined && isEmpty(value) ? fallback : value;

/** A share of what fits may be given up to cut between words. */
const WORD_SHARE = 0.8;

/** The beginning of a text, of at most this many characters as people count them. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = Array.from(text);
  if (points.length <= length) return text;
  const start = points.slice(0, length).join("");
  // A word that ends where the text is cut is whole.
  const isBetween = /\s/.test(points[length] ?? "");
  const blank = isBetween ? start.length : start.search(/\s\S*$/);
  return (blank >= start.length * WORD_SHARE ? start.slice(0, blank) : start).trimEnd();
}

/** What stands for a value; `undefined`: itself. */
function replacementOf(replace: Record<string, string>, text: string): string | undefined {
  if (Object.hasOwn(replace, text)) return replace[text];
  return text !== "" && Object.hasOwn(replace, "*") ? replace["*"] : undefined;
}

type Change = (value: ExportValue) => ExportValue;

/** The changes of a column, in the order in which they are made. */
function changesOf({ transform, max_length: maxLength, default: fallback }: ProfileColumn): Change[] {
  const changes: Change[] = [];
  // Of a value as exports have them comes another one.
  if (transform) changes.push((value) => (isEmpty(value) ? value : (CHANGES[transform](value) as ExportValue)));
  if (maxLength !== undefined) {
    changes.push((value) => (typeof value === "string" ? cutText(value, maxLength) : value));
  }
  changes.push((value) => (isEmpty(value) ? filled(null, fallback) : value));
  return changes;
}

/** How a column shows what it is given: replaced, changed, cut, and something in place of nothing, in this order. */
export function cellOf(source: Source, column: ProfileColumn): Pick<Column<ProfileRow>, "kind" | "read"> {
  const { replace, transform, max_length: maxLength, default: fallback } = column;
  const { kind } = source;
  const isChanged = replace !== undefined || transform !== undefined || maxLength !== undefined;
  // Amounts stay amounts, as long as nothing changes them.
  if (!isChanged) {
    // Only our own words need no escaping.
    const shown = kind === "code" && fallback !== undefined ? "plain" : kind;
    return { kind: shown, read: (row) => filled(source.read(row), fallback) };
  }
  const changes = changesOf(column);
  return {
    kind: "plain",
    read: (row) => {
      const raw = source.read(row);
      const replacement = replace && replacementOf(replace, valueText(raw, kind));
      const own = typeof raw === "number" ? amountIn(kind, raw) : raw;
      return changes.reduce<ExportValue>((value, change) => change(value), replacement ?? own);
    },
  };
}
