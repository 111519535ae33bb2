import { ApiError } from "../../../http/output/errors.ts";
import type { PendingChange, Terms } from "../../../products/changes/set/change-set.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { applyFields } from "../../../products/fields/apply-fields.ts";
import { type NamedField, PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { PRICE_FIELDS } from "../../../products/fields/read-fields.ts";
import { TAGS_MAX } from "../../../reference/tags/schema.ts";
import { textsIn } from "../../../text/unknown-values.ts";
import { nameOf, type RunSettings, type SuppliedRow } from "./chunk-row.ts";
import { isSame, setContent, withoutTrimmed } from "./fill-texts.ts";
import type { Match } from "./place-rows.ts";
import { brandOf, categoryOf } from "./row-names.ts";
import { saysShownImages } from "./shown-images.ts";

/** What a placed row has changed. */
export interface Filled {
  isChanged: boolean;
  priceChanged: boolean;
  stockChanged: boolean;
}

type Values = Record<string, unknown>;

const PRICES: ReadonlySet<string> = new Set(PRICE_FIELDS);
const namesAt = (wanted: NamedField["place"]): string[] =>
  PRODUCT_FIELDS.flatMap(({ name, place }) => (place === wanted ? [name] : []));
/** What a file may say and no field of the product holds yet: stored with it, for the family that will. */
const PARKED: readonly string[] = namesAt("parked");
const IMAGES = ["image_urls", "image_url"];
/** Values that the product keeps elsewhere, or that are put into it by rules of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ..."supplier_id brand_id category_id attributes image_url".split(" "),
  ...namesAt("elsewhere"),
  ...PARKED,
]);

/**
 * The values of a row that count: without those a later row brings again, unless this row makes the product, and without
 * the images that it shows already.
 */
function countingValues({ row, isCreation }: Match, change: PendingChange, { options }: RunSettings): Values {
  if (isCreation) return row.values;
  const left = new Set(row.superseded);
  if (saysShownImages(change, row.values)) for (const name of IMAGES) left.add(name);
  if (!options.updatePrices) for (const price of PRICES) left.add(price);
  if (!options.updateStock) left.add("stock");
  if (left.size === 0) return row.values;
  // Every row that is read again comes here: a list of pairs would take six times as long.
  const counting: Values = {};
  for (const name of Object.keys(row.values)) if (!left.has(name)) counting[name] = row.values[name];
  return counting;
}

/** The fields of the product, by request name, that a row sets. */
function fieldsOf(values: Values, { change, row, isCreation }: Match, names: Names): Values {
  const fields: Values = {};
  for (const name of Object.keys(values)) {
    if (ELSEWHERE.has(name) || (name === "cost_price" && row.supplier && !isOfMain(row, change))) continue;
    fields[name] = values[name];
  }
  fields["brand_id"] = brandOf(values, names);
  fields["category_id"] = categoryOf(values, names);
  fields["image_url"] = firstImage(values["image_urls"], change?.row.extra["image_urls"]);
  fields["attributes"] = mergedAttributes(change?.row.extra["attributes"], values["attributes"]);
  if (isCreation && change?.before === undefined) fields["name"] = nameOf(row)?.name;
  if (row.ean && change?.row.gtin14 !== row.ean.gtin14) fields["barcode"] = row.ean.ean;
  if (row.supplier && change?.row.supplierId === null) fields["supplier_id"] = row.supplier.id;
  return fields;
}

/** Whether the row itself names the product's main supplier, as our exports do; a new product has no other. */
const isOfMain = ({ supplier, isSupplierNamed }: SuppliedRow, change: PendingChange | undefined): boolean =>
  isSupplierNamed && (!change?.row.supplierId || change.row.supplierId === supplier?.id);

/**
 * What a row says of its supplier's record. A row that names the main supplier but not what it calls the product may be of
 * our own export, whose stock is that of all suppliers and whose cost is the product's: as long as they are what the
 * product shows, they say nothing.
 */
function valuesOfSupplier(values: Values, row: SuppliedRow, { before, row: product }: PendingChange): Values {
  const isAlone = !row.isRepeated && row.superseded.length === 0 && values["supplier_reference"] === undefined;
  if (!before || !isAlone || !row.isSupplierNamed || product.supplierId !== row.supplier?.id) return values;
  const { stock, cost_price: cost, ...others } = values;
  return {
    ...others,
    ...(stock === before.stock ? {} : { stock }),
    ...(cost === before.costPriceCents ? {} : { cost_price: cost }),
  };
}

/** The first of a list; `null` clears. The list of before says nothing of what was done to the images since: `undefined`. */
function firstImage(urls: unknown, before: unknown): unknown {
  if (isSame(before ?? null, urls)) return undefined;
  return Array.isArray(urls) ? urls[0] : urls;
}

/** A row's attributes join those that are there. A number or a flag that a cell only repeats as text stays what it is. */
function mergedAttributes(before: unknown, values: unknown): unknown {
  if (typeof values !== "object" || values === null) return values;
  const known: Values = { ...(typeof before === "object" ? before : null) };
  const repeats = ([name, value]: [string, unknown]) =>
    ["number", "boolean"].includes(typeof known[name]) && String(known[name]) === value;
  return { ...known, ...Object.fromEntries(Object.entries(values).filter((each) => !repeats(each))) };
}

/** Keeps such values in the product's row. Returns the names of those that changed. */
function keepForLater(change: PendingChange, values: Values): string[] {
  const changed = PARKED.filter(
    (name) => values[name] !== undefined && !isSame(change.row.extra[name] ?? null, values[name]),
  );
  if (changed.length === 0) return [];
  const extra = { ...change.row.extra };
  for (const name of changed) {
    if (values[name] === null) delete extra[name];
    else extra[name] = values[name];
  }
  change.row = { ...change.row, extra };
  return changed;
}

const numberOrUndefined = (value: unknown) => (typeof value === "number" ? value : undefined);
const textOrUndefined = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** What a supplier's record holds, by the name of the value of a row. */
const TERMS = [
  ["supplier_reference", "supplierReference"],
  ["cost_price", "costPriceCents"],
  ["stock", "stock"],
] as const;
const NO_TERMS: Terms = { supplierReference: null, costPriceCents: null, stock: null };

/** Puts a row's terms into its supplier's record. Returns the names of what changed. */
function setTerms(change: PendingChange, supplierId: string, values: Values): string[] {
  const { terms } = change.parts;
  const before = terms[supplierId];
  const current = before ?? NO_TERMS;
  const next: Terms = {
    supplierReference: textOrUndefined(values["supplier_reference"]) ?? current.supplierReference,
    costPriceCents: numberOrUndefined(values["cost_price"]) ?? current.costPriceCents,
    stock: numberOrUndefined(values["stock"]) ?? current.stock,
  };
  const differing = TERMS.flatMap(([name, key]) => (next[key] === current[key] ? [] : [name]));
  const changed = before === undefined ? ["supplier", ...differing] : differing;
  if (changed.length === 0) return changed;
  if (next.stock !== current.stock) noteMove(change, supplierId, current.stock ?? 0, next.stock ?? 0);
  terms[supplierId] = next;
  const others = change.terms?.filter((each) => each.supplierId !== supplierId) ?? [];
  // What no one has said stays out.
  const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
  change.terms = [...others, { supplierId, ...given }];
  return changed;
}

/** Puts a row's stock into the stock that belongs to no supplier. */
function setStock(change: PendingChange, values: Values): string[] {
  const stock = numberOrUndefined(values["stock"]);
  const { genericStock } = change.row;
  // What is shown already needs no change, which would hide what suppliers have.
  if (stock === undefined || stock === genericStock || (genericStock === null && stock === change.row.stock)) return [];
  noteMove(change, null, genericStock ?? 0, stock);
  // It counts instead of the suppliers'.
  change.row = { ...change.row, genericStock: stock, stock };
  return ["stock"];
}

/** Notes what a stock record held before the import, and what it holds now. */
function noteMove(change: PendingChange, supplierId: string | null, before: number, after: number): void {
  const known = change.moves?.find((move) => move.supplierId === supplierId);
  const others = change.moves?.filter((move) => move !== known) ?? [];
  change.moves = [...others, { supplierId, before: known?.before ?? before, after }];
}

/** Gives a product the tags of a row in place of those it has: as many as a product may have. */
function setTags(change: PendingChange, values: Values, { tags: named }: Names): string[] {
  const given = values["tags"];
  if (given === undefined) return [];
  const tags = new Set(
    textsIn(given)
      .flatMap((name) => named.get(name)?.id ?? [])
      .slice(0, TAGS_MAX),
  );
  const before = change.parts.tags ?? new Set();
  if (tags.size === before.size && [...tags].every((id) => before.has(id))) return [];
  change.tags = { before: change.tags?.before ?? before, after: tags };
  change.parts.tags = tags;
  return ["tags"];
}

/**
 * Applies a placed row to its product. `undefined` when the product and the row contradict each other; then nothing of
 * the row is applied.
 */
export function fillChange(
  placement: Match,
  change: PendingChange,
  settings: RunSettings,
  names: Names,
): Filled | undefined {
  const values = countingValues(placement, change, settings);
  const fields = fieldsOf(values, placement, names);
  const applied = applyOrRefuse(change, placement.isCreation ? fields : withoutTrimmed(change, fields));
  if (!applied) return undefined;
  change.row = applied.row;
  const stored = keepForLater(change, values);
  const { supplier } = placement.row;
  const terms = supplier
    ? setTerms(change, supplier.id, valuesOfSupplier(values, placement.row, change))
    : setStock(change, values);
  const superseded = placement.isCreation ? [] : placement.row.superseded;
  const showsPivot = settings.showsPivot && !placement.isCreation;
  const contentChanged = setContent(change, placement.row, { superseded, showsPivot });
  const tags = setTags(change, values, names);
  const changed = [...applied.changed, ...stored, ...terms, ...tags];
  const isChanged = changed.length > 0 || contentChanged || placement.isCreation;
  return {
    isChanged,
    priceChanged: changed.some((name) => PRICES.has(name)),
    stockChanged: changed.includes("stock"),
  };
}

function applyOrRefuse(change: PendingChange, fields: Values) {
  try {
    return applyFields(change.row, fields);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
