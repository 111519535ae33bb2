import type { ColumnFacts } from "../../parse/analyze/column-facts.ts";
import { readHeader } from "../../parse/header/read-header.ts";
import { SURE_SCORE, scoresOf } from "../../parse/header/score-header.ts";
import {
  type Candidate,
  DESCRIPTIVE,
  ENOUGH,
  FILLED_SHARE,
  IDENTITIES,
  isCode,
  MOST,
  NAME_LENGTH_MAX,
  namesAmong,
  shareOf,
  wordsAmong,
} from "./evidence.ts";
import type { FeedColumn } from "./known-feeds.ts";

// A name and an identity by the values of columns, where no header gave them.

const NAMES: ReadonlySet<string> = new Set(["name"]);
/** Headers of what belongs to a company, a class or a place, and is no name of a product. */
const OF_OTHERS =
  /owner|brand|compan|manufactur|supplier|vendor|label|categor|class|store|place|origin|ingredient|countr|address/i;

/** Whether a header names fields, and none of these: what it says counts more than what its values look like. */
function meansOther(header: string, targets: ReadonlySet<string>): boolean {
  const known = [...scoresOf(readHeader(header).texts)].filter(([, score]) => score >= SURE_SCORE);
  return known.length > 0 && !known.some(([target]) => targets.has(target) || DESCRIPTIVE.has(target));
}

/** Finds a name and an identity where no header gave one: by the values of the columns that are left. */
export function completeMapping(
  found: Map<string, Candidate>,
  columns: readonly ColumnFacts[],
  feed: ((column: string) => FeedColumn | undefined) | undefined,
): void {
  const has = (targets: ReadonlySet<string>) => [...found.values()].some(({ target }) => targets.has(target));
  const free = columns.filter(({ name }) => feed?.(name) !== null && isFree(found.get(name)));
  if (!has(NAMES)) {
    const possible = free.filter(({ name: header }) => !meansOther(header, NAMES) && !OF_OTHERS.test(header));
    const isDescriptive = ({ column }: Candidate) => Number(found.has(column));
    const [name = descriptionAsName(possible, found, columns) ?? wordsAsName(possible, columns) ?? labelAsName(free)] =
      namesAmong(possible).toSorted(
        (one, other) => isDescriptive(other) - isDescriptive(one) || other.score - one.score,
      );
    if (name) found.set(name.column, name);
  }
  const sampled = new Map(columns.map((column) => [column.name, column.sampled]));
  const identities = [...found.values()].filter(({ target }) => IDENTITIES.has(target));
  if (identities.some(({ column }) => sampled.get(column) !== 0)) return;
  const [code] = free
    .filter((column) => !found.has(column.name) && !meansOther(column.name, IDENTITIES) && isCode(column, columns))
    .toSorted((one, other) => codeScore(other) - codeScore(one));
  if (!code) return;
  for (const { column } of identities) found.delete(column);
  found.set(code.name, { column: code.name, target: "sku", language: "", score: 0, basis: "values" });
}

/** A description that nearly all rows have, of a file that has no other text: parts for several cars are called alike. */
function descriptionAsName(
  columns: readonly ColumnFacts[],
  found: ReadonlyMap<string, Candidate>,
  all: readonly ColumnFacts[],
): Candidate | undefined {
  const most = Math.max(...all.map(({ sampled }) => sampled));
  const isIdentified = all.some(
    (column) =>
      IDENTITIES.has(found.get(column.name)?.target ?? "") &&
      column.sampled >= most * MOST &&
      column.distinct >= column.sampled * MOST,
  );
  const described = columns.find(
    ({ name, sampled, distinct, values }) =>
      found.has(name) &&
      sampled >= most * FILLED_SHARE &&
      (isIdentified ? distinct > 1 : distinct * ENOUGH > sampled) &&
      shareOf(values, (value) => value.length <= NAME_LENGTH_MAX && /\p{L}{2}/u.test(value)) >= MOST,
  );
  return described && { column: described.name, target: "name", language: "", score: 0, basis: "values" };
}

/** Single words that nearly all differ, of more rows than a few: plain lists call their products so. */
function wordsAsName(columns: readonly ColumnFacts[], all: readonly ColumnFacts[]): Candidate | undefined {
  const most = Math.max(...all.map(({ sampled }) => sampled));
  return most < ENOUGH ? undefined : wordsAmong(columns, most)[0];
}

const LABEL = /(?:^|[^\p{L}])label$/iu;

/** What is called a label, which some programs call the name so; else it may be a brand. */
const labelAsName = (columns: readonly ColumnFacts[]): Candidate | undefined =>
  namesAmong(columns).find(({ column }) => LABEL.test(column));

const isFree = (candidate: Candidate | undefined): boolean =>
  candidate === undefined || DESCRIPTIVE.has(candidate.target);

const CODE_HEADER =
  /(?:^|[^\p{L}])(?:id|ids|code|ref|sku|nr|no|num|key|handle|kod|cod|art|artikel|item|n°)(?:$|[^\p{L}])|id$|code$/iu;

const codeScore = ({ name }: ColumnFacts) => (CODE_HEADER.test(name) ? 1 : 0);
