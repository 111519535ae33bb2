import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { readHeader } from "../../../parse/header/read-header.ts";
import { parseNumber } from "../../values/numbers.ts";
import { headerUnit } from "../../values/units.ts";
import { isUnlike } from "../contents/unlike-values.ts";
import type { Candidate } from "../evidence.ts";
import { findTarget } from "../target-fields.ts";
import type { Doubt } from "./doubt.ts";

// What the values of a column leave open, under any header.

/** Questions to a column, without its name. */
export type Found = Iterable<Pick<Doubt, "code"> & Partial<Doubt>>;

const CODES: ReadonlySet<string> = new Set(["sku", "ean", "supplier_reference"]);
/** From here on, shares say something. */
const ENOUGH = 10;

const figuresOf = ({ values }: ColumnFacts): number[] =>
  values.flatMap((value) => parseNumber(value, ".") ?? parseNumber(value, ",") ?? []);

/** The figure in the middle of the sampled ones. */
export function median(column: ColumnFacts | undefined): number | undefined {
  const figures = column ? figuresOf(column).sort((one, other) => one - other) : [];
  return figures[figures.length >> 1];
}

/** What is more than that in kilograms or centimetres is most likely in grams or millimetres. */
const USUAL_MAX: Readonly<Record<string, number>> = { kg: 30, cm: 250 };
/** Whole figures are grams more often. */
const WHOLE = 3;
const BARE = /^\d+(?:[.,]\d+)?$/;

/** Whether a measure without a unit is in the one that is usual here. */
export function* ofMeasure(column: ColumnFacts, { target, basis }: Candidate): Found {
  const field = findTarget(target);
  const { unit = "" } = field?.bounds ?? {};
  const most = USUAL_MAX[unit];
  if (field?.type !== "measure" || most === undefined || headerUnit(column.name) !== undefined) return;
  const bare = column.values.filter((value) => BARE.test(value));
  const middle = median({ ...column, values: bare });
  if (middle === undefined) return;
  const isWhole = unit === "kg" && column.values.every((value) => !/[.,]\d*[1-9]/.test(value));
  const isLarge = middle > (isWhole ? most / WHOLE : most);
  // Our exports have no unit in `weight`; in other headers its absence says nothing.
  const isOpen = basis !== "feed" && column.sampled >= ENOUGH && column.name.toLowerCase() !== target && middle > 0;
  if (isLarge || isOpen) yield { code: "unit_unsaid", params: { unit, example: middle } };
}

/** Whether a rate is a fraction. */
export function* ofRate(column: ColumnFacts, { target }: Candidate): Found {
  const rate = target === "tax_rate" ? median(column) : undefined;
  if (rate !== undefined && rate > 0 && rate < 1) yield { code: "rate_unsaid", params: { example: rate } };
}

/** Codes that repeat in fewer rows are slips. */
const NEARLY_ALL = 0.98;
const QUANTITY = /^(?:qty|quantit\w*|quantiy|menge|anzahl|cantidad|quantita|ilosc|aantal|pieces|units|unidades)$/;

/** Whether codes are such, and distinguish products. */
function* ofCodes({ sampled, distinct, eanShare }: ColumnFacts, target: string): Found {
  const isShared = distinct < sampled * NEARLY_ALL;
  if (CODES.has(target) && isShared) yield { code: "codes_repeat", params: { distinct, sampled } };
  if (target === "ean" && eanShare < NEARLY_ALL) {
    yield { code: "codes_invalid", params: { percent: Math.round((1 - eanShare) * 100) } };
  }
}

/** Whether the values are such as the field has. */
export function* ofValues(column: ColumnFacts, { target }: Candidate): Found {
  if (column.sampled < ENOUGH) return;
  yield* ofCodes(column, target);
  const { sampled, distinct } = column;
  if (target === "name" && distinct * 10 <= sampled) yield { code: "names_alike", params: { distinct, sampled } };
  const isQuantity = readHeader(column.name).texts.some((text) => QUANTITY.test(text));
  if (target === "stock" && isQuantity && distinct <= 2) yield { code: "quantity_unsaid" };
  if (isSeveral(column, target)) yield { code: "several_values" };
  if (isUnlike(column, target))
    yield { code: "values_doubtful", params: { example: (column.values[0] ?? "").slice(0, 60) } };
}

/** Fields that a product has one value of; how many values with a line between may be there by chance. */
const SINGLE: ReadonlySet<string> = new Set(
  "name,sku,ean,mpn,brand,price,cost_price,compare_at_price,stock,weight,width,height,depth,description".split(","),
);

/** Whether cells hold several values of a field that has one: the records of the file say it more than once. */
const isSeveral = ({ values }: ColumnFacts, target: string): boolean =>
  SINGLE.has(target) && values.filter((value) => /\S\|\S/.test(value)).length > values.length * 0.1;

/** Rows without a code are lost more easily than a column is. */
const BLANKS_MAX = 0.02;

/** Whether rows have no EAN beside others that have one: they wait for a decision. */
export function* ofBlanks({ sampled }: ColumnFacts, { target }: Candidate, most: number): Found {
  if (target !== "ean" || most < ENOUGH || most - sampled <= most * BLANKS_MAX) return;
  yield { code: "codes_missing", params: { percent: Math.round((1 - sampled / most) * 100) } };
}
