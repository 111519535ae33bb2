import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { readHeader } from "../header/read-header.ts";
import { SURE_SCORE, scoresOf } from "../header/score-header.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { findSplit } from "../tree/find-split.ts";
import { arePartsOfOne, LIST, PlaceSurvey } from "../tree/place-survey.ts";
import { sampleOf } from "../tree/sample-trees.ts";
import { scalarText } from "../tree/tree.ts";
import { type FoundPlace, type Looking, wantedPlace } from "../tree/wanted-place.ts";
import { openJson } from "./json-events.ts";
import { type JsonFormat, readJson } from "./read-json.ts";
import { type FoundTable, TableSearch } from "./table-search.ts";

/** What is looked through for the list of products. */
const SURVEY_LENGTH = 8 * 1024 * 1024;
const LINES_NAME = /\.(?:ndjson|jsonl)$/i;

interface JsonPlace extends FoundPlace {
  /** Of rows that are lists. */
  header?: string[];
}

const OF_PRODUCT = ["sku", "ean", "name", "price"];

/** Whether values of these names are those of a product. */
const isProduct = (names: readonly string[]): boolean => {
  const known = names.flatMap((name) =>
    [...scoresOf(readHeader(name).texts)].flatMap(([target, score]) => (score >= SURE_SCORE ? [target] : [])),
  );
  return OF_PRODUCT.filter((target) => known.includes(target)).length >= 2;
};

/** Finds out where the objects of a JSON file are. Throws FileUnreadable: no_list, and what reading throws. */
export async function detectJson(
  source: FileSource,
  head: string,
  encoding: TextEncoding,
  looking: Looking = {},
): Promise<JsonFormat> {
  const isLines = LINES_NAME.test(source.name) || isFirstLineWhole(head);
  const { path, split, header }: JsonPlace = isLines ? { path: [] } : await findPath(source, encoding, looking);
  const format: JsonFormat = {
    format: "json",
    ...encoding,
    isLines,
    path,
    split: split ?? null,
    ...(header && { header }),
  };
  if (split !== undefined) return format;
  const trees = await sampleOf(readJson(source, format));
  return { ...format, split: findSplit(trees) };
}

/** Whether the first line is an object of its own, with another behind it. */
function isFirstLineWhole(head: string): boolean {
  const [first = "", ...rest] = head.trimStart().split("\n");
  if (!first.trimStart().startsWith("{") || !rest.some((line) => line.trimStart().startsWith("{"))) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

async function findPath(source: FileSource, encoding: TextEncoding, looking: Looking): Promise<JsonPlace> {
  const survey = new PlaceSurvey();
  const tables = new TableSearch();
  const steps: string[] = [];
  const kinds: string[] = [];
  const json = openJson(source.name, {
    open: (kind) => {
      // A member of an object, the elements of a list; the outermost has no name.
      const step = steps.at(-1);
      if (step !== undefined) {
        survey.leaf(step);
        survey.enter(step, json.position);
      }
      kinds.push(step === undefined ? "" : kind);
      steps.push(kind === "array" ? LIST : "");
      tables.open(kind, steps);
    },
    key: (name) => {
      steps[steps.length - 1] = name;
    },
    value: (value) => {
      const step = steps.at(-1) ?? LIST;
      if (step !== LIST) survey.leaf(step, scalarText(value));
      tables.value(value);
    },
    close: () => {
      tables.close();
      steps.pop();
      if (kinds.pop() !== "") survey.leave(json.position);
    },
  });
  let isWhole = true;
  for await (const text of decodeText(source.read(), encoding)) {
    json.write(text);
    if (json.position < SURVEY_LENGTH) continue;
    isWhole = false;
    break;
  }
  if (isWhole && !source.mayBeCut) json.end();
  const wanted = wantedPlace(survey, source.name, looking);
  if (wanted) return wanted;
  return choosePlace(survey, tables.found, source.name);
}

function choosePlace(survey: PlaceSurvey, table: FoundTable | undefined, file: string): JsonPlace {
  if (table) return { path: table.path, split: null, header: table.header };
  if (survey.keyed) return { path: survey.keyed };
  const path = survey.best((each) => each.at(-1) === LIST) ?? survey.best();
  if (path && arePartsOfOne(path) && isProduct(survey.rootValues)) return { path: [] };
  // An object alone is one product.
  if (path === undefined && survey.hasLeaves) return { path: [] };
  if (path === undefined) throw new FileUnreadable("no_list", { file });
  return { path };
}
