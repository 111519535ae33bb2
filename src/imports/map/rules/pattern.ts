import { RE2JS } from "re2js";

const PATTERN_MAX = 200;
const REPETITIONS_MAX = 1000;
/** Steps that a pattern may have once its repetitions are written out, and characters of a value: at most 0.1 s together. */
const SIZE_MAX = 600;
const VALUE_MAX = 1000;

/** Tests values against a caller's regular expression. */
export type PatternTest = (value: string) => boolean;

/**
 * Compiles a caller's regular expression, of JavaScript's syntax, for an engine whose time is linear in the value (RE2). It
 * is refused (`undefined`) when it is malformed, longer than 200 characters, refers back, looks around, names a group or is
 * too large once its repetitions are written out. Values of more than 1,000 characters do not match.
 */
export function compilePattern(source: string): PatternTest | undefined {
  if (source.length > PATTERN_MAX || /\\[1-9k]|\(\?(?!:)/.test(source) || sizeOf(source) > SIZE_MAX) return undefined;
  try {
    // Says what is a pattern at all; the other engine takes more, and never looks back.
    new RegExp(source, "u");
    const pattern = RE2JS.compile(RE2JS.translateRegExp(asMeant(source)));
    return (value) => value.length <= VALUE_MAX && pattern.test(value);
  } catch {
    return undefined;
  }
}

const ITEM = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|./gsu;
const itemsOf = (source: string): string[] => source.match(ITEM) ?? [];

// What JavaScript counts as a blank and as an end of line, and RE2 does not.
const BLANK = "\\s\\x0b\\x{feff}\\p{Z}";
const LINE_END = "\\n\\r\\x{2028}\\x{2029}";
const MEANINGS: Record<string, string> = { "\\s": `[${BLANK}]`, "\\S": `[^${BLANK}]`, ".": `[^${LINE_END}]` };

/** The pattern, with what the two engines take differently written out. */
const asMeant = (source: string): string =>
  itemsOf(source)
    .map((item) => (item.startsWith("[") ? item.replace(/\\./gsu, classItem) : (MEANINGS[item] ?? item)))
    .join("");
const classItem = (item: string) => (item === "\\s" ? BLANK : item);

/** A group of a pattern: its size, and that of what stands last in it. */
interface Group {
  size: number;
  last: number;
}

/** How many steps a pattern has at most once its repetitions are written out; endless for one that is no pattern. */
function sizeOf(source: string): number {
  const groups: Group[] = [{ size: 0, last: 0 }];
  for (const item of itemsOf(source)) if (!readItem(groups, item)) return Number.POSITIVE_INFINITY;
  return groups[0]?.size ?? 0;
}

/** Whether the pattern may go on so. */
function readItem(groups: Group[], item: string): boolean {
  const group = groups.at(-1);
  if (!group) return false;
  const most = repetitionsOf(item);
  if (most !== undefined) repeat(group, most);
  else if (item.startsWith("(")) groups.push({ size: 0, last: 0 });
  else if (item === ")") closeGroup(groups);
  else add(group, 1);
  return (most ?? 0) <= REPETITIONS_MAX;
}

function add(group: Group, size: number): void {
  group.size += size;
  group.last = size;
}

function repeat(group: Group, most: number): void {
  group.size += group.last * (most - 1) + most;
  group.last = group.last * most + most;
}

function closeGroup(groups: Group[]): void {
  const closed = groups.pop();
  const outer = groups.at(-1);
  if (closed && outer) add(outer, closed.size + 2);
}

/** How often an item repeats what stands before it, written out; `undefined` for what does not repeat. */
function repetitionsOf(item: string): number | undefined {
  if (item === "?" || item === "*" || item === "+") return 1;
  const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(item) ?? [];
  return least === undefined ? undefined : Math.max(1, Number(least), Number(most || 0));
}
