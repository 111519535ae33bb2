const PATTERN_MAX = 200;
const REPETITIONS_MAX = 1000;
/** Characters of a value that a pattern with one endless repetition, and one with more, is tried on. */
const VALUE_MAX = 1000;
const VALUE_MAX_OF_MANY = 250;
/** Ways to match that a failing match may have to try: a tenth of a second. */
const WAYS_MAX = 20_000_000;

/** Tests values against a caller's regular expression. */
export type PatternTest = (value: string) => boolean;

/**
 * Compiles a caller's regular expression so that no value can keep it busy: it is refused (`undefined`) when it is
 * malformed, longer than 200 characters, refers back, looks around, repeats a group that repeats or chooses itself, or
 * has too many ways to match. Values that are too long for it do not match.
 */
export function compilePattern(source: string): PatternTest | undefined {
  if (source.length > PATTERN_MAX || /\\[1-9k]|\(\?(?!:)/.test(source)) return undefined;
  const cost = costOf(source);
  if (!cost) return undefined;
  const lengthMax = cost.endless > 1 ? VALUE_MAX_OF_MANY : VALUE_MAX;
  if (cost.ways * lengthMax ** cost.endless > WAYS_MAX) return undefined;
  try {
    const pattern = new RegExp(source, "u");
    return (value) => value.length <= lengthMax && pattern.test(value);
  } catch {
    return undefined;
  }
}

interface Cost {
  endless: number;
  ways: number;
}

interface Group {
  /** It repeats or chooses inside. */
  isVariable: boolean;
  choices: number;
}

const ITEM = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|./gsu;

interface Reading {
  cost: Cost;
  /** Those that are open, the whole pattern first. */
  groups: Group[];
  /** The group that has just been closed. */
  closed: Group | undefined;
}

const newGroup = (): Group => ({ isVariable: false, choices: 1 });

/** Counts the ways a pattern can match; `undefined` when they multiply with every repetition of a group. */
function costOf(source: string): Cost | undefined {
  const reading: Reading = { cost: { endless: 0, ways: 1 }, groups: [newGroup()], closed: undefined };
  for (const [item] of source.matchAll(ITEM)) if (!readItem(reading, item)) return undefined;
  reading.cost.ways *= reading.groups[0]?.choices ?? 1;
  return reading.cost;
}

/** Whether the pattern may go on so. */
function readItem(reading: Reading, item: string): boolean {
  const repetition = repetitionOf(item);
  if (repetition) return readRepetition(reading, repetition);
  reading.closed = undefined;
  const group = reading.groups.at(-1);
  if (item === "(" || item === "(?:") reading.groups.push(newGroup());
  if (item === "|" && group) Object.assign(group, { isVariable: true, choices: group.choices + 1 });
  return item !== ")" || closeGroup(reading);
}

function closeGroup(reading: Reading): boolean {
  const closed = reading.groups.pop();
  const outer = reading.groups.at(-1);
  if (!closed || !outer) return false;
  outer.isVariable ||= closed.isVariable;
  reading.cost.ways *= closed.choices;
  reading.closed = closed;
  return true;
}

function readRepetition({ cost, groups, closed }: Reading, { least, most }: Repetition): boolean {
  const isOptional = least === 0 && most === 1;
  if (closed?.isVariable && !isOptional) return false;
  const group = groups.at(-1);
  if (group) group.isVariable ||= most !== least;
  if (most === Number.POSITIVE_INFINITY) cost.endless++;
  else cost.ways *= most - least + 1;
  return least <= REPETITIONS_MAX && (most <= REPETITIONS_MAX || most === Number.POSITIVE_INFINITY);
}

interface Repetition {
  least: number;
  most: number;
}

function repetitionOf(item: string): Repetition | undefined {
  if (item === "?") return { least: 0, most: 1 };
  if (item === "*" || item === "+") return { least: 0, most: Number.POSITIVE_INFINITY };
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(item) ?? [];
  if (least === undefined) return undefined;
  const open = most === "" ? Number.POSITIVE_INFINITY : Number(most);
  return { least: Number(least), most: comma === "," ? open : Number(least) };
}
