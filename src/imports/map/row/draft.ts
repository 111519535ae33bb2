import { PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { attributeKey, type TargetField } from "../columns/target-fields.ts";
import type { RuleValue } from "../rules/validation-rules.ts";
import type { ListAmount } from "../values/foreign-prices.ts";
import type { MappedRow, RowContent } from "./mapped-row.ts";

/** A row while it is being mapped. */
export interface RowDraft {
  row: MappedRow;
  /** What the row gives as EAN, as written. */
  ean: string | undefined;
}

/** Does one step to every row; they run in the order mapping, defaults, computed, automatic rules, validation. */
export type Step = (draft: RowDraft, cells: readonly string[]) => void;

/** Characters of a cell that a problem shows. */
export const RAW_MAX = 500;

/** Puts a value where its target keeps it; what is there already is replaced, or joined when the target is repeatable. */
export type Put = (draft: RowDraft, value: unknown) => void;

/** The key of the values and texts of a target, where it is not the target's name. */
const VALUE_NAMES: ReadonlyMap<string, string> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, importAs }) => (importAs === undefined ? [] : [[importAs, name]])),
);
const CONTENT_NAMES: ReadonlyMap<string, string> = new Map(
  PRODUCT_FIELDS.flatMap(({ name, exportAs, isTranslated }) => (isTranslated && exportAs ? [[name, exportAs]] : [])),
);

export const newDraft = (rowNumber: number): RowDraft => ({
  row: { rowNumber, ean: null, eanProblem: null, values: {}, content: {}, isSkipped: false, problems: [] },
  ean: undefined,
});

/** Notes what a price list is to ask. */
export function noteListAmount({ row }: RowDraft, name: string, { priceListId, thousandths }: ListAmount): void {
  row.listPrices ??= {};
  row.listPrices[priceListId] = { ...row.listPrices[priceListId], [name]: thousandths };
}

const valueName = (target: TargetField) => VALUE_NAMES.get(target.name) ?? target.name;

const joined = (before: unknown, value: unknown): unknown =>
  Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;

/** How values of a target are put; `language` is `null` for the product's own. */
export function putterOf(target: TargetField, language: string | null): Put {
  if (target.type === "ean") return putEan;
  if (language !== null) return putText(CONTENT_NAMES.get(target.name) ?? target.name, language, target.repeatable);
  const key = attributeKey(target.name);
  if (key !== undefined) return (draft, value) => putAttributes(draft, value === null ? {} : { [key]: value });
  if (target.name === "attributes") return putAttributes;
  const name = valueName(target);
  return target.repeatable ? appendTo(name) : setTo(name);
}

const setTo =
  (name: string): Put =>
  ({ row }, value) => {
    row.values[name] = value;
  };
const appendTo =
  (name: string): Put =>
  ({ row }, value) => {
    row.values[name] = joined(row.values[name], value);
  };

const putEan: Put = (draft, value) => {
  if (typeof value === "string") draft.ean = value;
};

/** Attributes of several columns make one object. */
const putAttributes: Put = ({ row }, value) => {
  if (value === null) row.values["attributes"] ??= null;
  else row.values["attributes"] = { ...objectOf(row.values["attributes"]), ...objectOf(value) };
};

const objectOf = (value: unknown) => (typeof value === "object" ? value : null);

function putText(name: string, language: string, isRepeatable: boolean): Put {
  return ({ row }, value) => {
    row.content[language] ??= {};
    const texts = row.content[language];
    // Only targets of texts, lists and attributes are translatable.
    texts[name] = (isRepeatable ? joined(texts[name], value) : value) as RowContent[string];
  };
}

/** Whether the row has a value there already. */
export function hasValue({ row, ean }: RowDraft, target: TargetField, language: string | null): boolean {
  if (target.type === "ean") return ean !== undefined;
  return readValue(row, target, language) !== undefined;
}

function readValue({ values, content }: MappedRow, target: TargetField, language: string | null): unknown {
  const key = attributeKey(target.name);
  if (key !== undefined) return objectValue(values["attributes"], key);
  const value =
    language === null ? values[valueName(target)] : content[language]?.[CONTENT_NAMES.get(target.name) ?? target.name];
  return value ?? undefined;
}

function objectValue(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null || !Object.hasOwn(object, key)) return undefined;
  // Own, so a property of it.
  return (object as Record<string, unknown>)[key];
}

/** A value of the row as rules see it. */
export function ruleValue(draft: RowDraft, target: TargetField, language: string | null): RuleValue {
  if (target.type === "ean") return draft.ean;
  const value = readValue(draft.row, target, language);
  if (target.type === "money" && typeof value === "number") return value / 100;
  if (typeof value === "object" && !Array.isArray(value)) return JSON.stringify(value);
  // A converter made it: text, number, boolean or a list of texts.
  return value as RuleValue;
}
