import { ApiError } from "../../http/output/errors.ts";
import { applyFields } from "../../products/fields/apply-fields.ts";
import { type NamedField, PRODUCT_FIELDS } from "../../products/fields/catalogue.ts";
import { PRICE_FIELDS } from "../../products/fields/read-fields.ts";
import { TAGS_MAX } from "../../tags/schema.ts";
import type { Entry } from "./chunk-catalog.ts";
import { nameOf, type RunSettings, type SuppliedRow } from "./chunk-row.ts";
import { isSame, setContent, withoutTrimmed } from "./fill-texts.ts";
import type { Placement } from "./place-rows.ts";
import { brandOf, categoryOf, listOf, type RowNames } from "./row-names.ts";
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
/** What a file may say and no field of the product holds yet: kept with it, for the family that will. */
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
function countingValues({ row, isCreation }: Placement, entry: Entry, { options }: RunSettings): Values {
  if (isCreation) return row.values;
  const left = new Set(row.superseded);
  if (saysShownImages(entry, row.values)) for (const name of IMAGES) left.add(name);
  if (!options.updatePrices) for (const price of PRICES) left.add(price);
  if (!options.updateStock) left.add("stock");
  if (left.size === 0) return row.values;
  return Object.fromEntries(Object.entries(row.values).filter(([name]) => !left.has(name)));
}

/** The fields of the product, by request name, that a row sets. */
function fieldsOf(values: Values, { entry, row, isCreation }: Placement, names: RowNames): Values {
  const fields: Values = {};
  for (const name of Object.keys(values)) {
    if (ELSEWHERE.has(name) || (name === "cost_price" && row.supplier && !isOfMain(row, entry))) continue;
    fields[name] = values[name];
  }
  fields["brand_id"] = brandOf(values, names);
  fields["category_id"] = categoryOf(values, names);
  fields["image_url"] = firstImage(values["image_urls"], entry?.row.extra["image_urls"]);
  fields["attributes"] = mergedAttributes(entry?.row.extra["attributes"], values["attributes"]);
  if (isCreation && entry?.before === undefined) fields["name"] = nameOf(row)?.name;
  if (row.ean && entry?.row.gtin14 !== row.ean.gtin14) fields["barcode"] = row.ean.ean;
  if (row.supplier && entry?.row.supplierId === null) fields["supplier_id"] = row.supplier.id;
  return fields;
}

/** Whether the row itself names the product's main supplier, as our exports do; a new product has no other. */
const isOfMain = ({ supplier, isSupplierNamed }: SuppliedRow, entry: Entry | undefined): boolean =>
  isSupplierNamed && (!entry?.row.supplierId || entry.row.supplierId === supplier?.id);

/**
 * What a row says of its supplier's record. A row that names the main supplier but not what it calls the product may be of
 * our own export, whose stock is that of all suppliers and whose cost is the product's: as long as they are what the
 * product shows, they say nothing.
 */
function valuesOfSupplier(values: Values, row: SuppliedRow, { before, row: product }: Entry): Values {
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
function keepForLater(entry: Entry, values: Values): string[] {
  const changed = PARKED.filter(
    (name) => values[name] !== undefined && !isSame(entry.row.extra[name] ?? null, values[name]),
  );
  if (changed.length === 0) return [];
  const extra = { ...entry.row.extra };
  for (const name of changed) {
    if (values[name] === null) delete extra[name];
    else extra[name] = values[name];
  }
  entry.row = { ...entry.row, extra };
  return changed;
}

const numberOrUndefined = (value: unknown) => (typeof value === "number" ? value : undefined);
const textOrUndefined = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Puts a row's terms into its supplier's record. Returns the names of what changed. */
function setTerms(entry: Entry, supplierId: string, values: Values): string[] {
  const before = entry.terms[supplierId];
  const current = before ?? { supplierReference: null, costPriceCents: null, stock: null };
  const next = {
    supplierReference: textOrUndefined(values["supplier_reference"]) ?? current.supplierReference,
    costPriceCents: numberOrUndefined(values["cost_price"]) ?? current.costPriceCents,
    stock: numberOrUndefined(values["stock"]) ?? current.stock,
  };
  const changed = [
    ...(before === undefined ? ["supplier"] : []),
    ...(next.supplierReference === current.supplierReference ? [] : ["supplier_reference"]),
    ...(next.costPriceCents === current.costPriceCents ? [] : ["cost_price"]),
    ...(next.stock === current.stock ? [] : ["stock"]),
  ];
  if (changed.length === 0) return changed;
  if (next.stock !== current.stock) entry.stockBefore[supplierId] ??= current.stock ?? 0;
  entry.terms[supplierId] = next;
  entry.termsChanged.add(supplierId);
  return changed;
}

/** Puts a row's stock into the stock that belongs to no supplier. */
function setStock(entry: Entry, values: Values): string[] {
  const stock = numberOrUndefined(values["stock"]);
  const { genericStock } = entry.row;
  // What is shown already needs no entry, which would hide what suppliers have.
  if (stock === undefined || stock === genericStock || (genericStock === null && stock === entry.row.stock)) return [];
  entry.stockBefore[""] ??= genericStock ?? 0;
  // It counts instead of the suppliers'.
  entry.row = { ...entry.row, genericStock: stock, stock };
  return ["stock"];
}

/** Gives a product the tags of a row in place of those it has: as many as a product may have. */
function setTags(entry: Entry, values: Values, { tags: ids }: RowNames): string[] {
  const given = values["tags"];
  if (given === undefined) return [];
  const tags = new Set(
    listOf(given)
      .flatMap((name) => ids.get(name) ?? [])
      .slice(0, TAGS_MAX),
  );
  const before = entry.tags ?? new Set();
  if (tags.size === before.size && [...tags].every((id) => before.has(id))) return [];
  entry.tagsBefore ??= before;
  entry.tags = tags;
  return ["tags"];
}

/**
 * Applies a placed row to its product. `undefined` when the product and the row contradict each other; then nothing of
 * the row is applied.
 */
export function fillEntry(
  placement: Placement,
  entry: Entry,
  settings: RunSettings,
  names: RowNames,
): Filled | undefined {
  const values = countingValues(placement, entry, settings);
  const fields = fieldsOf(values, placement, names);
  const applied = applyOrRefuse(entry, placement.isCreation ? fields : withoutTrimmed(entry, fields));
  if (!applied) return undefined;
  entry.row = applied.row;
  const kept = keepForLater(entry, values);
  const { supplier } = placement.row;
  const terms = supplier
    ? setTerms(entry, supplier.id, valuesOfSupplier(values, placement.row, entry))
    : setStock(entry, values);
  const superseded = placement.isCreation ? [] : placement.row.superseded;
  const showsPivot = settings.showsPivot && !placement.isCreation;
  const contentChanged = setContent(entry, placement.row, { superseded, showsPivot });
  const tags = setTags(entry, values, names);
  const changed = [...applied.changed, ...kept, ...terms, ...tags];
  const isChanged = changed.length > 0 || contentChanged || placement.isCreation;
  entry.isChanged ||= isChanged;
  return {
    isChanged,
    priceChanged: changed.some((name) => PRICES.has(name)),
    stockChanged: changed.includes("stock"),
  };
}

function applyOrRefuse(entry: Entry, fields: Values) {
  try {
    return applyFields(entry.row, fields);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
