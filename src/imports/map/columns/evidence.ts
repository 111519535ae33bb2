import { UUID } from "../../../text/uuid.ts";
import type { ColumnFacts } from "../../parse/analyze/column-facts.ts";
import { readHeader } from "../../parse/header/read-header.ts";
import { SURE_SCORE, scoresOf } from "../../parse/header/score-header.ts";

/** What a suggestion rests on: a known layout, the header as a whole, one like it, a part of it, the values alone, or what a model says. */
export const BASES = ["feed", "header", "like_header", "part_of_header", "values", "assistant"] as const;
export type Basis = (typeof BASES)[number];

/** A field that a column may be mapped to, and how likely that is beside others. */
export interface Candidate {
  column: string;
  target: string;
  /** "" for none. */
  language: string;
  score: number;
  basis: Basis;
}

// What the values of columns say beside their headers.

export const NAME_LENGTH_MAX = 200;
export const FILLED_SHARE = 0.9;
const DISTINCT_SHARE = 0.5;
/** Most values of a column that holds something. */
export const MOST = 0.9;
/** From here on, the share of valid codes is evidence. */
export const ENOUGH = 10;

/** Fields by which products are known. */
export const IDENTITIES: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference"]);

export const shareOf = (values: readonly string[], holds: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** A code that is written twice by mistake distinguishes the other rows all the same. */
const NEARLY_ALL = 0.98;

/** Whether nearly each of `most` rows has a value of its own in a column. */
export const isWhole = (facts: ColumnFacts | undefined, most: number): boolean =>
  facts !== undefined && facts.sampled >= most * MOST && facts.distinct >= facts.sampled * NEARLY_ALL;

/**
 * Leaves out identities that do not distinguish products: columns that are blank in every row, and codes that are mostly no
 * EANs where something else distinguishes the products.
 */
export function withoutVainIdentities(candidates: readonly Candidate[], columns: readonly ColumnFacts[]): Candidate[] {
  const facts = new Map(columns.map((column) => [column.name, column]));
  if (columns.every(({ sampled }) => sampled === 0)) return [...candidates];
  const isBlank = ({ column }: Candidate) => (facts.get(column)?.sampled ?? 0) === 0;
  const isVain = ({ target, column }: Candidate) => {
    const { eanShare = 1, sampled = 0 } = facts.get(column) ?? {};
    return target === "ean" && sampled >= ENOUGH && eanShare < DISTINCT_SHARE;
  };
  const identities = candidates.filter(({ target }) => IDENTITIES.has(target));
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  // A few references say less than an id of every row. What a layout says of its columns holds.
  const isSparse = (each: Candidate) =>
    each.target === "sku" &&
    each.basis !== "feed" &&
    (facts.get(each.column)?.sampled ?? 0) < most * DISTINCT_SHARE &&
    identities.some((other) => other.target === "sku" && isWhole(facts.get(other.column), most));
  const good = identities.filter((each) => !isBlank(each) && !isVain(each) && !isSparse(each));
  const isOneForAll = ({ target, column }: Candidate) => {
    const { sampled = 0, distinct = 0 } = facts.get(column) ?? {};
    return IDENTITIES.has(target) && sampled >= ENOUGH && distinct === 1;
  };
  // One code for all rows would make one product of them.
  const reporting = candidates.filter((each) => !isOneForAll(each));
  if (good.length === 0) return reporting;
  return reporting.filter((each) => !IDENTITIES.has(each.target) || good.includes(each));
}

/** The score of a column of image addresses, under any header. */
export const BY_IMAGES = 55;
const IMAGE = /^(?:https?:)?\/\/\S+\.(?:jpe?g|png|webp|gif|avif)(?:[?&#]\S*)?(?:[\s,;|]|$)/i;
const ADDRESS = /^https?:\/\/\S+/i;
/** Images that show no product, or one that is there already in another size. */
const OTHER_IMAGE = /thumb|small|icon|logo|swatch|mini|alt\b|label|video|variant image/i;

/** Whether a column holds addresses of images: by how they end, or by its header where a store gives them no ending. */
export const holdsImages = ({ name, values }: ColumnFacts): boolean =>
  !OTHER_IMAGE.test(name) &&
  (shareOf(values, (value) => IMAGE.test(value)) >= MOST || (areAddresses(values) && isNamedImage(name)));

const areAddresses = (values: readonly string[]): boolean =>
  values.length > 0 && shareOf(values, (value) => ADDRESS.test(value)) >= MOST;
/** What headers say of images beside the first. */
const FURTHER =
  /(?:^|(?<=[\s_-]))(?:additional|extra|other|alternative|secondary|more|gallery|weitere|autres?|altre|otras)[\s_-]+/i;
/** `image 2`, `additional_image_url_1`: as the first of several. */
const isNamedImage = (name: string): boolean =>
  (scoresOf(readHeader(name.replace(/[\s_-]*\d+$/, "").replace(FURTHER, "")).texts).get("image_urls") ?? 0) >=
  SURE_SCORE;

/** Columns of our exports, which have all images in one of them. */
const OWN_IMAGES: ReadonlySet<string> = new Set(["image_urls", "primary_image_url"]);

/** Whether a column holds more images of the product: they are joined in the order of the file. */
export function isFurtherImage({ target, column, basis }: Candidate, columns: readonly ColumnFacts[]): boolean {
  if (target !== "image_urls" || columns.some(({ name }) => OWN_IMAGES.has(name))) return false;
  const facts = columns.find(({ name }) => name === column);
  if (facts === undefined || facts.sampled === 0) return false;
  return holdsImages(facts) || (basis === "feed" && areAddresses(facts.values));
}

const isWorded = (value: string): boolean =>
  value.length <= NAME_LENGTH_MAX && /\p{L}{2}.*\s/u.test(value) && !/^(?:https?:|www\.)/i.test(value);

/** The columns that most likely hold the names where no header says so: texts of several words that seldom repeat. */
export function namesAmong(columns: readonly ColumnFacts[]): Candidate[] {
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  const texts = columns.filter(({ sampled, distinct, values }) => {
    const worded = shareOf(values, isWorded);
    return sampled >= most * FILLED_SHARE && distinct >= sampled * DISTINCT_SHARE && worded > 0.5;
  });
  return texts.map(({ name, distinct }) => ({
    column: name,
    target: "name",
    language: "",
    score: distinct,
    basis: "values",
  }));
}

const ONE_WORD = /\p{Ll}{3}|^\p{L}{3,}$/u;

/** The column of words that nearly all differ, in nearly all of `most` rows, where no texts of several words name the products. */
export function wordsAmong(columns: readonly ColumnFacts[], most: number): Candidate[] {
  const column = columns.find(
    ({ sampled, distinct, values }) =>
      sampled >= most * FILLED_SHARE &&
      distinct >= sampled * MOST &&
      shareOf(values, (value) => ONE_WORD.test(value) && value.length <= NAME_LENGTH_MAX && !ADDRESS.test(value)) >=
        MOST,
  );
  return column ? [{ column: column.name, target: "name", language: "", score: 1, basis: "values" }] : [];
}

/** Texts that may serve as the name where the file has no other. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set(["description", "short_description", "marketing_description"]);

/** Prices that lists write as 0 where there is none. */
const REDUCED_FROM: ReadonlySet<string> = new Set(["compare_at_price", "map_price"]);
const ZERO = /^0+(?:[.,]0+)?$/;

/** Whether a column of prices is 0 throughout, and so says nothing. */
export const isVainPrice = ({ target }: Candidate, { values }: ColumnFacts): boolean =>
  REDUCED_FROM.has(target) && values.length > 0 && values.every((value) => ZERO.test(value));

/** Without texts that repeat the name row by row, where another column describes the product. */
export function withoutEchoes(candidates: readonly Candidate[], columns: readonly ColumnFacts[]): Candidate[] {
  const facts = new Map(columns.map((column) => [column.name, column]));
  const [name] = candidates
    .filter(({ target, score }) => target === "name" && score >= SURE_SCORE)
    .toSorted((one, other) => other.score - one.score);
  const names = name && facts.get(name.column);
  if (!names || names.sampled === 0) return [...candidates];
  const isEcho = ({ column, target }: Candidate) => {
    const { sampled, values = [] } = facts.get(column) ?? {};
    if (!DESCRIPTIVE.has(target) || column === name.column || sampled !== names.sampled) return false;
    return values.filter((value, index) => value === names.values[index]).length >= values.length * MOST;
  };
  const hasOther = candidates.some(
    (each) => each.target === "description" && each.score >= SURE_SCORE && !isEcho(each),
  );
  return hasOther ? candidates.filter((each) => !isEcho(each)) : [...candidates];
}

const CODE_LENGTH_MAX = 64;
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}._/+-]*$/u;

/** Whether the values of a column distinguish its rows, and look like codes. */
export function isCode({ sampled, distinct, values }: ColumnFacts, columns: readonly ColumnFacts[]): boolean {
  const most = Math.max(...columns.map((column) => column.sampled));
  const looks = shareOf(
    values,
    (value) => value.length <= CODE_LENGTH_MAX && CODE.test(value) && /\d|[A-Z_-]/.test(value),
  );
  const isDate = shareOf(values, (value) => /^\d{4}-\d{2}-\d{2}/.test(value)) > 0.5;
  const isId = shareOf(values, (value) => UUID.test(value)) > 0.5;
  return sampled >= Math.max(2, most * MOST) && distinct >= sampled * NEARLY_ALL && looks >= MOST && !isDate && !isId;
}
