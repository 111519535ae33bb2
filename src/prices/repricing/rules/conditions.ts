import { marginPercent } from "./money-math.ts";
import { isOutOfStock, stockWord } from "./stock-status.ts";

/** What rules know of a product; money in cents, `null`: unknown. */
export interface Facts {
  id: string;
  priceCents: number | null;
  costCents: number | null;
  mapCents: number | null;
  stock: number;
  categoryId: string | null;
  supplierId: string | null;
  brandId: string | null;
  /** Percent, of its own; `null`: that of its tax class. */
  taxRate: number | null;
  taxClass: string | null;
  /** Competitors that count, seen in the last seven days, and what they ask. */
  seen: readonly Seen[];
  /** What the list asks for one piece of it that a rule aims at, by list. */
  listCents: Readonly<Record<string, number>>;
  /** The highest that such a list asks for a piece of more than one, by list. */
  tierCents: Readonly<Record<string, number>>;
}

interface Seen {
  competitorId: string;
  cents: number;
  /** In any words; `null`: unknown. */
  stockStatus: string | null;
  /** `null`, or absent: unknown. */
  shippingCents?: number | null;
}

/** The facts as a rule sees them: competitors that cannot sell the product count for a rule that says so only. */
export interface View extends Facts {
  lowestCents: number | null;
  averageCents: number | null;
  competitorIds: readonly string[];
  stockWords: readonly string[];
  /** The tax that is in its own price, in percent, for its margin; `null`: not known. */
  ownTax: number | null;
}

/** Which competitors count for a rule, and how. */
export interface Counting {
  includesOutOfStock: boolean;
  /** Absent, or none: all of them. */
  competitorIds?: readonly string[];
  /** What our own shipping costs, where prices are compared with it; absent or `null`: they are compared without. */
  ownShippingCents?: number | null;
}

/** What a rule sees of a product: with shipping, what a competitor's customer pays, less our own. */
export function viewOf(facts: Facts, counting: Counting, ownTax: number | null): View {
  const { includesOutOfStock, competitorIds = [], ownShippingCents = null } = counting;
  const counted = facts.seen.filter(
    ({ stockStatus, competitorId }) =>
      (includesOutOfStock || !isOutOfStock(stockStatus)) &&
      (competitorIds.length === 0 || competitorIds.includes(competitorId)),
  );
  const cents = counted.map((each) =>
    ownShippingCents === null ? each.cents : each.cents + (each.shippingCents ?? 0) - ownShippingCents,
  );
  return {
    ...facts,
    ownTax,
    lowestCents: cents.length === 0 ? null : Math.min(...cents),
    averageCents: cents.length === 0 ? null : Math.round(cents.reduce((sum, each) => sum + each, 0) / cents.length),
    competitorIds: counted.map(({ competitorId }) => competitorId),
    // A rule may ask for what it does not count: whether somebody has sold out.
    stockWords: facts.seen.flatMap(({ stockStatus }) => (stockStatus === null ? [] : [stockWord(stockStatus)])),
  };
}

const MONEY = {
  competitor_price: ({ lowestCents }: View) => lowestCents,
  competitor_avg: ({ averageCents }: View) => averageCents,
  price: ({ priceCents }: View) => priceCents,
  cost_price: ({ costCents }: View) => costCents,
};
const hundredths = (value: number | null) => (value === null ? null : value / 100);
const NUMBERS: Record<string, (facts: View) => number | null> = {
  ...Object.fromEntries(Object.entries(MONEY).map(([name, of]) => [name, (facts: View) => hundredths(of(facts))])),
  stock: ({ stock }) => stock,
  margin_percent: ({ priceCents, costCents, ownTax }) =>
    priceCents === null || costCents === null || priceCents === 0 || ownTax === null
      ? null
      : marginPercent(priceCents, costCents, ownTax),
};
const IDS: Record<string, (facts: View) => readonly string[]> = {
  competitor_id: ({ competitorIds }) => competitorIds,
  category_id: ({ categoryId }) => (categoryId === null ? [] : [categoryId]),
  supplier_id: ({ supplierId }) => (supplierId === null ? [] : [supplierId]),
  brand_id: ({ brandId }) => (brandId === null ? [] : [brandId]),
  stock_status: ({ stockWords }) => stockWords,
};
const ALIASES: Record<string, string> = { "=": "eq", "!=": "ne", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" };

type Compare = (actual: number, wanted: number) => boolean;
const COMPARE: Record<string, Compare> = {
  eq: (actual, wanted) => actual === wanted,
  ne: (actual, wanted) => actual !== wanted,
  lt: (actual, wanted) => actual < wanted,
  lte: (actual, wanted) => actual <= wanted,
  gt: (actual, wanted) => actual > wanted,
  gte: (actual, wanted) => actual >= wanted,
};

/** Whether a product fulfils a condition. */
export type Test = (facts: View) => boolean;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function numberTest(of: (facts: View) => number | null, operator: string, value: unknown): Test | undefined {
  const compare = COMPARE[operator];
  const known = (test: (actual: number) => boolean) => (facts: View) => {
    const actual = of(facts);
    return actual !== null && test(actual);
  };
  if (compare && isNumber(value)) return known((actual) => compare(actual, value));
  if (!Array.isArray(value) || !value.every(isNumber)) return undefined;
  if (operator === "in") return known((actual) => value.includes(actual));
  if (operator === "not_in") return known((actual) => !value.includes(actual));
  const [from, to] = value;
  if (operator !== "between" || value.length !== 2 || from === undefined || to === undefined) return undefined;
  return known((actual) => from <= actual && actual <= to);
}

function wordTest(
  of: (facts: View) => readonly string[],
  { operator, value, form }: { operator: string; value: unknown; form: (text: string) => string },
): Test | undefined {
  const wanted = listOf(value);
  const isList = operator === "in" || operator === "not_in";
  if (!wanted.every((each) => typeof each === "string") || (!isList && Array.isArray(value))) return undefined;
  const ids = new Set(wanted.map(form));
  const has = (facts: View) => of(facts).some((id) => ids.has(id));
  if (operator === "eq" || operator === "in") return has;
  return operator === "ne" || operator === "not_in" ? (facts) => !has(facts) : undefined;
}

/** What a condition asks; `undefined` for one outside the grammar, which is never fulfilled. Source: S40.1. */
export function testOf(condition: Readonly<Record<string, unknown>>): Test | undefined {
  const { field = condition["type"], operator: given, value } = condition;
  const name = String(field);
  const operator = ALIASES[String(given)] ?? String(given);
  const number = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (number) return numberTest(number, operator, value);
  const ids = Object.hasOwn(IDS, name) ? IDS[name] : undefined;
  const form = name === "stock_status" ? stockWord : (id: string) => id.toLowerCase();
  return ids && wordTest(ids, { operator, value, form });
}
