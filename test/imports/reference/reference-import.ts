import type { ReferenceRow } from "./real-file.ts";

/** Which columns hold what; names in the order in which the first that is not blank wins. */
export interface ReferencePlan {
  ean: string;
  sku?: string;
  names: string[];
  /** Each name is in another language, the first in the pivot. */
  namesAreLanguages?: boolean;
  brand?: string;
  price?: string;
  decimal: string;
  isPending: boolean;
}

export interface ReferenceCounts {
  total: number;
  successful: number;
  failed: number;
  created: number;
  updated: number;
  pricesUpdated: number;
  errors: number;
  warnings: number;
  /** Errors and warnings by type. */
  problems: Record<string, number>;
}

type Product = { name: string; brand: string; price: number | null; sku: string };

/** The first of the types of S37.20 that fits; the code of 14 digits when none does. */
function classify(raw: string): { gtin: string } | { problem: string } {
  const bare = raw.replace(/^['’`]+/, "").replace(/[.,]0+$/, "");
  const code = bare.replace(/[\s.\-\u00a0]/g, "");
  if (code === "") return { problem: "ean_missing" };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(bare)) return { problem: "ean_format_invalid" };
  if (!/^\d+$/.test(code)) return { problem: "ean_non_numeric" };
  if (code.length >= 9 && code.length <= 11) return { problem: "ean_format_invalid" };
  if (code.length < 8) return { problem: "ean_too_short" };
  if (code.length > 14) return { problem: "ean_too_long" };
  const gtin = code.padStart(14, "0");
  const sum = Array.from(gtin, (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1)).reduce((a, b) => a + b, 0);
  return sum % 10 === 0 ? { gtin } : { problem: "ean_checksum_invalid" };
}

const NO_PRICE = new Set(["", "n.c.", "sur demande"]);
const BRAND_LENGTH_MAX = 255;

/** A price in cents; `null` for a cell that names none, `NaN` for one that is no price. */
function cents(cell: string, decimal: string): number | null {
  if (NO_PRICE.has(cell.toLowerCase())) return null;
  if (!/\d/.test(cell)) return Number.NaN;
  const digits = cell.replace(/[^\d.,]/g, "");
  const plain = decimal === "," ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "");
  return Math.round(Number(plain) * 100) * (cell.includes("-") ? -1 : 1);
}

const key = (brand: string) => brand.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");

interface Row {
  gtin: string | undefined;
  eanProblem: string | undefined;
  priceProblem: string | undefined;
  sku: string;
  name: string;
  /** It is not that of the first, the pivot's column. */
  nameIsForeign: boolean;
  brand: string;
  brandIsLong: boolean;
  price: number | null;
}

const priceProblem = (price: number | null) =>
  price === null || price >= 0 ? undefined : price < 0 ? "invalid_value" : "invalid_number";

function mapRow(row: ReferenceRow, plan: ReferencePlan): Row {
  const cell = (column: string | undefined) => (column === undefined ? "" : (row[column] ?? ""));
  const code = classify(cell(plan.ean));
  const price = plan.price === undefined ? null : cents(cell(plan.price), plan.decimal);
  const brand = cell(plan.brand);
  const brandIsLong = brand.length > BRAND_LENGTH_MAX;
  return {
    gtin: "gtin" in code ? code.gtin : undefined,
    eanProblem: "problem" in code ? code.problem : undefined,
    priceProblem: priceProblem(price),
    sku: cell(plan.sku),
    name: plan.names.map(cell).find((name) => name !== "") ?? "",
    nameIsForeign: plan.namesAreLanguages === true && cell(plan.names[0]) === "",
    brand: brandIsLong ? "" : brand,
    brandIsLong,
    price,
  };
}

const isForEanAlone = ({ eanProblem, sku, name }: Row, errors: string[]) =>
  errors.length === 1 && errors[0] === eanProblem && sku !== "" && name !== "";

/** The places of the usable rows of each EAN. */
function placesByGtin(rows: Row[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { gtin, priceProblem: problem }] of rows.entries()) {
    if (gtin !== undefined && !problem) places.set(gtin, [...(places.get(gtin) ?? []), index]);
  }
  return places;
}

/** What an import of rows into a catalog does, worked out row by row in the plainest way. */
export class ReferenceCatalog {
  readonly #byGtin = new Map<string, Product>();
  readonly #bySku = new Map<string, Product>();
  readonly #waiting = new Set<string>();

  import(given: ReferenceRow[], plan: ReferencePlan): ReferenceCounts {
    const counts: ReferenceCounts = {
      total: given.length,
      successful: 0,
      failed: 0,
      created: 0,
      updated: 0,
      pricesUpdated: 0,
      errors: 0,
      warnings: 0,
      problems: {},
    };
    const rows = given.map((row) => mapRow(row, plan));
    const places = placesByGtin(rows);
    for (const [index, row] of rows.entries()) {
      const group = (row.gtin && places.get(row.gtin)) || [];
      const later = group.filter((other) => other > index).flatMap((other) => rows[other] ?? []);
      this.#apply(row, { counts, plan, later, isRepeated: group.indexOf(index) > 0 });
    }
    return counts;
  }

  #apply(
    row: Row,
    {
      counts,
      plan,
      later,
      isRepeated,
    }: { counts: ReferenceCounts; plan: ReferencePlan; later: Row[]; isRepeated: boolean },
  ): void {
    const note = (severity: "errors" | "warnings", type: string) => {
      counts[severity]++;
      counts.problems[type] = (counts.problems[type] ?? 0) + 1;
    };
    const found = row.gtin === undefined ? this.#bySku.get(row.sku) : this.#byGtin.get(row.gtin);
    const errors = this.#errorsOf(row, found);
    for (const error of errors) note("errors", error);
    if (row.brandIsLong) note("warnings", "too_long");
    if (errors.length > 0) {
      counts.failed++;
      if (plan.isPending && isForEanAlone(row, errors)) note("warnings", this.#wait(row));
      return;
    }
    counts.successful++;
    this.#waiting.delete(row.sku);
    if (!found && row.nameIsForeign) note("warnings", "missing_required_field");
    if (isRepeated) note("warnings", "duplicate_in_file");
    if (found) this.#update(found, row, later, counts);
    else this.#create(row, counts);
  }

  #wait({ sku }: Row): string {
    const isKnown = this.#waiting.has(sku);
    this.#waiting.add(sku);
    return isKnown ? "ean_pending_resolution" : "ean_finder_pending";
  }

  #errorsOf(row: Row, found: Product | undefined): string[] {
    const isRecognised = row.eanProblem === "ean_missing" && found;
    const errors = [row.priceProblem, isRecognised ? undefined : row.eanProblem].flatMap((type) => type ?? []);
    return errors.length === 0 && !found && row.name === "" ? ["missing_required_field"] : errors;
  }

  #create({ gtin, name, brand, price, sku }: Row, counts: ReferenceCounts): void {
    counts.created++;
    const made = { name, brand, price, sku };
    if (gtin !== undefined) this.#byGtin.set(gtin, made);
    if (sku !== "") this.#bySku.set(sku, made);
  }

  /** What a later row of the same EAN brings again does not count. */
  #update(found: Product, row: Row, later: Row[], counts: ReferenceCounts): void {
    const counting = (name: "name" | "brand" | "sku") =>
      later.some((other) => other[name] !== "") ? found[name] : row[name] || found[name];
    const price = later.some((other) => other.price !== null) ? found.price : (row.price ?? found.price);
    const next = { name: counting("name"), brand: counting("brand"), sku: counting("sku"), price };
    const priceChanged = price !== found.price;
    const otherChanged = next.name !== found.name || key(next.brand) !== key(found.brand) || next.sku !== found.sku;
    if (priceChanged) counts.pricesUpdated++;
    if (priceChanged || otherChanged) counts.updated++;
    Object.assign(found, next);
    if (found.sku !== "") this.#bySku.set(found.sku, found);
  }
}
