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
  /** Of competitors that count, seen in the last seven days. */
  lowestCents: number | null;
  averageCents: number | null;
  competitorIds: readonly string[];
  /** What the list asks for it that a rule aims at, by list. */
  listCents: Readonly<Record<string, number>>;
}

const MONEY = {
  competitor_price: ({ lowestCents }: Facts) => lowestCents,
  competitor_avg: ({ averageCents }: Facts) => averageCents,
  price: ({ priceCents }: Facts) => priceCents,
  cost_price: ({ costCents }: Facts) => costCents,
};
const hundredths = (value: number | null) => (value === null ? null : value / 100);
const NUMBERS: Record<string, (facts: Facts) => number | null> = {
  ...Object.fromEntries(Object.entries(MONEY).map(([name, of]) => [name, (facts: Facts) => hundredths(of(facts))])),
  stock: ({ stock }) => stock,
  margin_percent: ({ priceCents, costCents }) =>
    priceCents === null || costCents === null || priceCents === 0
      ? null
      : ((priceCents - costCents) * 100) / priceCents,
};
const IDS: Record<string, (facts: Facts) => readonly string[]> = {
  competitor_id: ({ competitorIds }) => competitorIds,
  category_id: ({ categoryId }) => (categoryId === null ? [] : [categoryId]),
  supplier_id: ({ supplierId }) => (supplierId === null ? [] : [supplierId]),
  brand_id: ({ brandId }) => (brandId === null ? [] : [brandId]),
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
export type Test = (facts: Facts) => boolean;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function numberTest(of: (facts: Facts) => number | null, operator: string, value: unknown): Test | undefined {
  const compare = COMPARE[operator];
  const known = (test: (actual: number) => boolean) => (facts: Facts) => {
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

function idTest(of: (facts: Facts) => readonly string[], operator: string, value: unknown): Test | undefined {
  const wanted = listOf(value);
  const isList = operator === "in" || operator === "not_in";
  if (!wanted.every((each) => typeof each === "string") || (!isList && Array.isArray(value))) return undefined;
  const ids = new Set(wanted.map((each) => each.toLowerCase()));
  const has = (facts: Facts) => of(facts).some((id) => ids.has(id));
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
  return ids && idTest(ids, operator, value);
}
