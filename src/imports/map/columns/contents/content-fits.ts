import type { CellType } from "../../../../products/fields/kinds.ts";
import { UUID } from "../../../../text/uuid.ts";
import { type ColumnFacts, VALUE_LENGTH_MAX } from "../../../parse/analyze/column-facts.ts";
import { converterOf, type Fail } from "../../values/converters.ts";
import { headerUnit } from "../../values/units.ts";
import type { TargetField } from "../target-fields.ts";

/** Of numbers and addresses, half of the sampled values must be some: lists also say `on request` and the like. */
const NUMBER_SHARE = 0.5;
/** Of fields that take certain values only, nearly all: one that does not fit fails its row. */
const FIXED_SHARE = 0.98;
const NUMERIC: ReadonlySet<CellType> = new Set(["number", "integer", "money", "percent", "measure", "urls"]);
const FIXED: ReadonlySet<CellType> = new Set(["boolean", "date", "country", "object", "json"]);
const IDS: ReadonlySet<string> = new Set(["brand_id", "category_id", "supplier_id"]);
/** From here on, the share of different values is evidence. */
const ENOUGH = 10;

/** Whether the sampled values of a column may be those of a field; a column without any fits all. */
export function contentFits(facts: ColumnFacts, field: TargetField): boolean {
  const { sampled, distinct, values } = facts;
  // As our exports write it.
  const isOwnName = facts.name === field.name;
  if (sampled === 0) return true;
  if (IDS.has(field.name)) return isMost(values, (value) => UUID.test(value), FIXED_SHARE);
  if (field.name === "sku") return isOwnName || !isMost(values, (value) => UUID.test(value), NUMBER_SHARE);
  const fitsText = TEXTS.get(field.name);
  if (fitsText) return fitsText(facts);
  // Each supplier has many products: a column of as many codes as rows holds what suppliers call the products.
  if (field.name === "supplier_code") return isOwnName || sampled < ENOUGH || distinct * 2 <= sampled;
  if (field.name === "supplier_reference") return isOwnName || sampled < ENOUGH || distinct * 10 > sampled;
  if (NUMERIC.has(field.type)) return converts(facts, field, NUMBER_SHARE);
  const isFixed = FIXED.has(field.type) || field.bounds.allowed !== undefined || field.bounds.form !== undefined;
  return !isFixed || converts(facts, field, FIXED_SHARE);
}

/** Longer words are no titles of people. */
const TITLE_LENGTH_MAX = 6;

/** Names have letters, and are not the same few short words over and over: those are titles of people. */
function isName(facts: ColumnFacts): boolean {
  const { sampled, distinct, values } = facts;
  if (!isWorded(facts)) return false;
  return sampled < ENOUGH || distinct * 10 > sampled || values.some((value) => value.length > TITLE_LENGTH_MAX);
}

/** How programs of shops sort their rows: that is no category. */
const KINDS: ReadonlySet<string> = new Set(
  "simple,variable,variation,variant,configurable,grouped,bundle,virtual,downloadable,external,product,consu,service,physical,digital".split(
    ",",
  ),
);
const KIND_SHARE = 0.9;

/** Figures alone are ids of another system. */
const isWorded = ({ values }: ColumnFacts): boolean => isMost(values, (value) => /\p{L}/u.test(value), NUMBER_SHARE);

/** What a column says of the price beside it. */
const TAX = /^(?:ht|ttc|hors taxes?|net(?:to)?|brut(?:to)?|excl\.?|incl\.?|(?:zzgl|inkl|exkl)\.?(?: mwst\.?)?)$/i;

const TEXTS: ReadonlyMap<string, (facts: ColumnFacts) => boolean> = new Map([
  ["unit_of_measure", ({ values }: ColumnFacts) => !isMost(values, (value) => TAX.test(value), NUMBER_SHARE)],
  ["name", isName],
  ["brand", isWorded],
  [
    "category",
    (facts) => isWorded(facts) && !isMost(facts.values, (value) => KINDS.has(value.toLowerCase()), KIND_SHARE),
  ],
]);

function isMost(values: readonly string[], holds: (value: string) => boolean, share: number): boolean {
  return values.filter(holds).length >= values.length * share;
}

/** A list without its last entry where the sample was cut in it. */
const wholeEntries = (value: string): string =>
  value.length < VALUE_LENGTH_MAX ? value : value.replace(/[|,;\s]+[^|,;\s]*$/, "");

/** Whether that share of the values can be read as the field's; those that cost the field only count as neither. */
function converts({ name, values }: ColumnFacts, field: TargetField, share: number): boolean {
  const convert = converterOf(field, { mark: ".", assumedUnit: headerUnit(name) });
  let left = 0;
  let foreign = 0;
  const fail: Fail = (_, messageKey, ___, severity) => {
    if (messageKey === "foreign_currency") foreign++;
    else if (severity === "warning") left++;
    return undefined;
  };
  // A price in another currency is one: it is refused by name, not left out with its column.
  const isList = field.type === "urls";
  const good =
    values.filter((value) => convert(isList ? wholeEntries(value) : value, fail) !== undefined).length + foreign;
  return good > 0 && good + (share === FIXED_SHARE ? left : 0) >= values.length * share;
}
