import { withoutFormulaGuard } from "../../../text/formula-guard.ts";
import { joinList } from "../../../text/list-text.ts";
import type { FileRecord } from "../../parse/file-record.ts";
import { type MappedTarget, mappedTarget } from "../columns/column-mapping.ts";
import { ColumnCurrency } from "../columns/contents/column-currency.ts";
import { columnFinder } from "../columns/headers/find-column.ts";
import { findTarget, type TargetField } from "../columns/target-fields.ts";
import { compileConditions } from "../rules/auto-rules.ts";
import { ExpressionError } from "../rules/expression-tokens.ts";
import { compileExpression } from "../rules/expressions.ts";
import type { ImportProblem } from "../rules/row-problems.ts";
import { compileRules } from "../rules/validation-rules.ts";
import type { Evaluate } from "../values/arithmetic.ts";
import { categoryConverter, listsCategories } from "../values/category-paths.ts";
import { cellText } from "../values/cell-values.ts";
import { type Convert, converterOf, type Fail } from "../values/converters.ts";
import { eanStep, isOwnExport } from "../values/ean-step.ts";
import { foreignOf, ListAmount } from "../values/foreign-prices.ts";
import { cutLongLists } from "../values/long-lists.ts";
import type { DecimalMark } from "../values/numbers.ts";
import { headerUnit } from "../values/units.ts";
import {
  hasValue,
  newDraft,
  noteListAmount,
  type Put,
  putterOf,
  RAW_MAX,
  type RowDraft,
  ruleValue,
  type Step,
} from "./draft.ts";
import { familySteps } from "./family-step.ts";
import { imageSteps, imagesInOrder } from "./image-columns.ts";
import type { MappedRow } from "./mapped-row.ts";
import type { RowMappingSettings } from "./mapping-settings.ts";

/**
 * Compiles settings into the function that maps a record. What depends on the settings alone is done here, once, for the
 * function runs for every row of a file. The records may be shorter or longer than the header.
 */
export function compileRowMapper(settings: RowMappingSettings): (record: FileRecord) => MappedRow {
  const places = openPlaces(settings);
  const steps = [
    ...cellSteps(settings, places),
    ...imageSteps(settings),
    ...defaultSteps(settings, places),
    ...computedSteps(settings, places),
    ...autoSteps(settings, places),
    cutLongLists,
    eanStep(settings),
    ...familySteps(settings),
    ...ruleSteps(settings, places),
  ];
  return ({ number, cells }) => {
    const draft = newDraft(number);
    for (const step of steps) step(draft, cells);
    return draft.row;
  };
}

interface Place {
  target: TargetField;
  /** `null` for the product's own value. */
  language: string | null;
  put: Put;
  /** How texts of the file are read, or, with a separator, of another source. */
  reader: (options?: { mark?: DecimalMark; column?: string; currency?: () => string | undefined }) => Convert;
}

type Places = (mapped: MappedTarget, type?: TargetField["type"]) => Place | undefined;

/** Finds the place of a field: without a language, a text is of the default language. */
function openPlaces(settings: RowMappingSettings): Places {
  const { importOptions, decimalMark, columnMarks = {}, pivotLanguage, foreignPrices } = settings;
  const markOf = (column: string) =>
    (Object.hasOwn(columnMarks, column) ? columnMarks[column] : undefined) ?? decimalMark;
  return ({ field, language }, type) => {
    const found = findTarget(field);
    if (!found) return undefined;
    const target = type === undefined ? found : { ...found, type };
    const usual = (target.isOwn ? null : importOptions.defaultLanguage) ?? pivotLanguage;
    const wanted = target.translatable ? (language ?? usual) : pivotLanguage;
    const own = wanted === pivotLanguage ? null : wanted;
    return {
      target,
      language: own,
      put: putterOf(target, own),
      reader: ({ mark, column = "", currency } = {}) =>
        converterOf(target, {
          mark: mark ?? importOptions.decimalSeparator ?? markOf(column),
          assumedUnit: headerUnit(column),
          foreign: foreignOf(target.name, foreignPrices),
          ...(currency && { currency }),
        }),
    };
  };
}

/** Reads a text into its place; what is wrong becomes a problem of the row. */
function readerInto({ target, put }: Place, convert: Convert): (draft: RowDraft, text: string) => void {
  let draftAtHand: RowDraft | undefined;
  let textAtHand = "";
  const usual = target.isReference ? "warning" : "error";
  // One closure for all rows; a row is mapped to its end before the next is begun.
  const fail: Fail = (errorType, messageKey, params = {}, severity = usual) => {
    const rawValue = textAtHand.slice(0, RAW_MAX);
    draftAtHand?.row.problems.push({ severity, errorType, field: target.name, messageKey, params, rawValue });
    return undefined;
  };
  return (draft, text) => {
    draftAtHand = draft;
    textAtHand = text;
    const value = convert(text, fail);
    if (value instanceof ListAmount) noteListAmount(draft, target.name, value);
    else if (value !== undefined) put(draft, value);
  };
}

/** Fields whose values people write as codes. */
const CODES: ReadonlySet<string> = new Set(["sku", "supplier_reference", "mpn", "upc", "gtin", "hs_code"]);
/** What other programs write before figures, so that a spreadsheet takes them for a text. */
const AS_TEXT = /^'(?=\d+$)/;
const codeText = (cell: string): string => cellText(cell).replace(AS_TEXT, "");
const textReader = (field: string, columns: readonly string[]) =>
  CODES.has(field) && !isOwnExport(columns) ? codeText : cellText;

function* cellSteps(settings: RowMappingSettings, places: Places): Generator<Step> {
  const { columns, columnMapping, columnTypes, importOptions, hasFormulaGuards = true } = settings;
  for (const [index, column] of imagesInOrder(columns, columnMapping)) {
    const mapped = Object.hasOwn(columnMapping, column) ? mappedTarget(columnMapping[column]) : undefined;
    const place = mapped && places(mapped, columnTypes?.get(column));
    if (!place) continue;
    const currency = place.target.type === "money" ? new ColumnCurrency(column, settings) : undefined;
    const convert = place.reader({ column, currency: () => currency?.code });
    const isCategory = place.target.name === "category";
    const read = readerInto(place, isCategory ? categoryConverter(convert, listsCategories(column, columns)) : convert);
    const clears = importOptions.emptyClears && !place.target.required && !place.target.repeatable;
    const isGuarded = hasFormulaGuards && place.target.type !== "ean";
    const textOfCell = textReader(place.target.name, columns);
    yield (draft, cells) => {
      const text = textOfCell(cells[index] ?? "");
      currency?.readRow(cells);
      if (text !== "") read(draft, isGuarded ? withoutFormulaGuard(text) : text);
      else if (clears) place.put(draft, null);
    };
  }
}

function* defaultSteps({ defaultValues }: RowMappingSettings, places: Places): Generator<Step> {
  for (const [field, value] of Object.entries(defaultValues)) {
    const place = places({ field, language: null });
    if (!place || value === null || value === undefined) continue;
    const read = readerInto(place, place.reader({ mark: "." }));
    const text = textOf(value);
    yield (draft) => {
      if (!hasValue(draft, place.target, place.language)) read(draft, text);
    };
  }
}

/** A value of settings as a cell would hold it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return joinList(value.map(String));
  return typeof value === "object" ? JSON.stringify(value) : String(value).trim();
}

function* computedSteps(settings: RowMappingSettings, places: Places): Generator<Step> {
  const columns = columnFinder(settings.columns);
  const decimalMark = settings.importOptions.decimalSeparator ?? settings.decimalMark;
  for (const { field, language = null, expression } of settings.computedColumns) {
    const place = places({ field, language });
    if (!place) continue;
    const evaluate = compiledOrFailing(expression, { columns, decimalMark });
    const readText = readerInto(place, place.reader());
    const readNumber = readerInto(place, place.reader({ mark: "." }));
    yield (draft, cells) => {
      const value = evaluateOrWarn(evaluate, cells, draft, place.target.name);
      if (typeof value === "number") readNumber(draft, String(value));
      else if (value !== null && value !== "") readText(draft, value);
    };
  }
}

/** An expression over a column that this file lacks fails row by row: the file may be used all the same. */
function compiledOrFailing(...given: Parameters<typeof compileExpression>): Evaluate {
  try {
    return compileExpression(...given);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return () => {
      throw error;
    };
  }
}

function evaluateOrWarn(evaluate: Evaluate, cells: readonly string[], { row }: RowDraft, field: string) {
  try {
    return evaluate(cells);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const params = { reason: error.message };
    row.problems.push({ ...warning, field, params });
    return null;
  }
}

const warning = {
  severity: "warning",
  errorType: "invalid_value",
  messageKey: "expression_failed",
  rawValue: null,
} as const satisfies Omit<ImportProblem, "field">;

function* autoSteps({ autoRules }: RowMappingSettings, places: Places): Generator<Step> {
  for (const { when, set = {}, skip = false } of autoRules) {
    const holds = compileConditions(when);
    const sets = Object.entries(set).flatMap(([field, value]) => {
      const place = places({ field, language: null });
      return place ? [setterOf(place, value)] : [];
    });
    yield (draft) => {
      const read = (field: string) => {
        const place = places({ field, language: null });
        return place && ruleValue(draft, place.target, place.language);
      };
      if (!holds(read)) return;
      if (skip) draft.row.isSkipped = true;
      for (const setValue of sets) setValue(draft);
    };
  }
}

function setterOf(place: Place, value: unknown): (draft: RowDraft) => void {
  if (value === null || value === "") return (draft) => place.put(draft, null);
  const read = readerInto(place, place.reader({ mark: "." }));
  return (draft) => read(draft, textOf(value));
}

function* ruleSteps({ validationRules }: RowMappingSettings, places: Places): Generator<Step> {
  for (const [field, rules] of Object.entries(validationRules)) {
    const place = places({ field, language: null });
    if (!place) continue;
    const problemOf = compileRules(place.target.name, rules);
    yield (draft) => {
      const problem = problemOf(ruleValue(draft, place.target, place.language));
      if (problem) draft.row.problems.push(problem);
    };
  }
}
