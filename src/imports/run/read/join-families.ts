import { MEDIA_MAX } from "../../../products/media/named-images.ts";
import type { FamilyMark } from "../../map/row/family-mark.ts";
import type { MappedRow } from "../../map/row/mapped-row.ts";
import { parseCents } from "../../map/values/cell-values.ts";
import type { ChunkRow, RowVariant, VariantPlace } from "../row/chunk-row.ts";

/** Rows of one product that are looked at together; of more, what comes later adds nothing to its first row. */
const FAMILY_MAX = 500;

type Values = MappedRow["values"];

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isVariant = ({ family }: ChunkRow) => family?.kind === "first" || family?.kind === "variant";

const isProduct = ({ family }: ChunkRow) => Number(family?.kind === "product");

/** Codes have no blanks; so that a variant without one has the same in every file. */
const codeOf = (key: string, options: Record<string, string>): string =>
  [key, ...Object.values(options)].join("-").replace(/\s+/g, "-").slice(0, 100);

/** What a row says of the variant that it is. */
function variantOf(
  { values, ean, rowNumber }: ChunkRow,
  { key, options, image }: FamilyMark,
  price: unknown,
): RowVariant {
  return {
    sku:
      textOf(values["reference"]) ||
      codeOf(key, Object.keys(options).length > 0 ? options : { row: String(rowNumber) }),
    ean,
    options,
    price: values["price"] ?? price,
    comparePrice: values["compare_at_price"],
    costPrice: values["cost_price"],
    stock: values["stock"],
    weight: values["weight"],
    image: image ?? undefined,
    isActive: values["is_active"],
    ownSku: codeOf(key, options),
  };
}

const placeOf = (key: string, more: Partial<VariantPlace>): VariantPlace => ({
  parent: key,
  isChild: false,
  alias: null,
  variant: null,
  lone: null,
  ...more,
});

/** A row that belongs to a product of other rows, with what it says of its variant. */
function child(row: ChunkRow, family: FamilyMark, price: unknown): ChunkRow {
  const { family: _, ...rest } = row;
  // What it adds is in the product's own row already.
  if (family.kind === "part") return { ...rest, isSkipped: true };
  return {
    ...withLooseEan(rest),
    place: placeOf(family.key, { isChild: true, variant: variantOf(row, family, price) }),
  };
}

/** A variant is known by its reference and what it differs in: an EAN that is none costs that alone. */
function withLooseEan(row: ChunkRow): ChunkRow {
  const { eanProblem } = row;
  if (!eanProblem || eanProblem.errorType === "ean_missing") return row;
  return {
    ...row,
    eanProblem: { ...eanProblem, errorType: "ean_missing" },
    problems: [...row.problems, { ...eanProblem, severity: "warning" }],
  };
}

/** What a product's own row says, where its variants have their own codes and stock. */
function parent(row: ChunkRow, family: FamilyMark, images: string[]): ChunkRow {
  const { family: _, ean, eanProblem, ...rest } = row;
  const { stock: __, ...values } = row.values;
  const problems =
    eanProblem && eanProblem.errorType !== "ean_missing" ? [{ ...eanProblem, severity: "warning" as const }] : [];
  const variant = family.kind === "first" ? variantOf(row, family, undefined) : null;
  const alias = textOf(values["reference"]) || null;
  return {
    ...rest,
    ean: null,
    eanProblem: null,
    problems: [...row.problems, ...problems],
    values: withImages({ ...values, reference: family.key }, images),
    place: placeOf(family.key, { alias, variant }),
  };
}

/** A product that has one row, or several of which only one sells something: it is as it is there. */
function single(row: ChunkRow, family: FamilyMark, images: string[]): ChunkRow {
  const { family: _, ...rest } = row;
  const { key, kind, options } = family;
  const isVariantThere = kind === "first" && Object.keys(options).length > 0;
  const reference = row.values["reference"] ?? (row.ean ? undefined : key);
  const values = withImages({ ...row.values, ...(reference !== undefined && { reference }) }, images);
  return { ...rest, values, place: placeOf(key, { lone: isVariantThere ? variantOf(row, family, undefined) : null }) };
}

const withImages = (values: Values, images: string[]): Values =>
  images.length > 0 ? { ...values, image_urls: images.slice(0, MEDIA_MAX) } : values;

/** The rows of one product below each other, as what each does to the product. */
function joined(below: readonly ChunkRow[]): ChunkRow[] {
  // The product's own row may stand below its variants.
  const rows = below.toSorted((one, other) => isProduct(other) - isProduct(one));
  const [head] = rows;
  if (!head?.family || head.family.kind === "variant" || head.family.kind === "part") {
    return rows.map((row) => (row.family ? child(row, row.family, undefined) : row));
  }
  const { price } = head.values;
  const images = [...new Set(rows.flatMap(({ values }) => listOf(values["image_urls"])))];
  const hasVariants = rows.filter(isVariant).length > 1 || rows.some(({ family }) => family?.kind === "variant");
  const first = hasVariants ? parent(head, head.family, images) : single(head, head.family, images);
  const others = rows.slice(1).map((row) => (row.family ? child(row, row.family, priced(price, row.family)) : row));
  return withOwnCodes([first, ...others]);
}

/** Variants of one product that share a code, as sizes of one article do, each get it with what they differ in. */
function withOwnCodes(rows: ChunkRow[]): ChunkRow[] {
  const codes = Map.groupBy(rows, ({ place }) => place?.variant?.sku);
  return rows.map((row) => {
    const { place } = row;
    const isShared = (codes.get(place?.variant?.sku)?.length ?? 0) > 1;
    if (!place?.variant || !isShared || Object.keys(place.variant.options).length === 0) return row;
    const { sku, options } = place.variant;
    return { ...row, place: { ...place, variant: { ...place.variant, sku: codeOf(sku, options) } } };
  });
}

/** The product's price with what is added for a variant. */
function priced(price: unknown, { surcharge }: FamilyMark): unknown {
  const added = surcharge === "" ? undefined : parseCents(surcharge, ".");
  return typeof price === "number" && added !== undefined ? price + added : undefined;
}

/**
 * Says of each row what it does to the product of its family. Rows that stand below each other are looked at together, so
 * that the product's own row has all its images, and is one of variants only when there are several.
 */
export function* joinFamilies(rows: Iterable<ChunkRow>, isBlock: boolean, open: ChunkRow[]): Generator<ChunkRow> {
  for (const row of rows) {
    if (!isBlock) {
      yield* joinedAlone(row);
      continue;
    }
    const last = open.at(-1)?.family?.key;
    if (open.length > 0 && (row.family?.key !== last || open.length >= FAMILY_MAX)) yield* endFamily(open);
    open.push(row);
  }
}

/** The rows that waited for more of their product. */
export const endFamily = (open: ChunkRow[]): ChunkRow[] => joined(open.splice(0));

function joinedAlone(row: ChunkRow): ChunkRow[] {
  if (!row.family) return [row];
  return row.family.kind === "product" ? [parent(row, row.family, [])] : [child(row, row.family, undefined)];
}
