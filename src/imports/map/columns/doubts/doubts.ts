import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { readHeader, reduceText } from "../../../parse/header/read-header.ts";
import { PLAIN_PRICES } from "../../../parse/header/score-header.ts";
import { doubtfulCurrencies } from "../contents/currency-hints.ts";
import type { Candidate } from "../evidence.ts";
import { isWeakHeader } from "../headers/weak-headers.ts";
import { findTarget } from "../target-fields.ts";
import { competingWith } from "./competing-columns.ts";
import type { Doubt, DoubtCode } from "./doubt.ts";
import { type Found, median, ofBlanks, ofMeasure, ofRate, ofValues } from "./doubtful-values.ts";

// What of a suggested mapping may as well mean something else: questions to who sends the file.

interface Suggested {
  found: ReadonlyMap<string, Candidate>;
  /** All that was possible. */
  candidates: readonly Candidate[];
  columns: readonly ColumnFacts[];
  enabledLanguages: readonly string[];
}

/** Fields that several columns are joined in. */
const JOINED: ReadonlySet<string> = new Set(["image_urls", "tags", "attributes"]);
const PRICES: ReadonlySet<string> = new Set(["price", "cost_price", "compare_at_price"]);
/** How much likelier a column must be than the next one, so that no one is asked: by the damage of a mistake. */
const LEADS: Readonly<Record<string, number>> = {
  ...{ price: 40, cost_price: 40, compare_at_price: 40, stock: 20 },
  ...{ name: 15, sku: 15, ean: 15, supplier_reference: 15, lead_time_days: 15 },
};
const LEAD = 6;

/** The questions that a suggested mapping leaves open, in the order of the columns. */
export function findDoubts(given: Suggested): Doubt[] {
  const facts = new Map(given.columns.map((column) => [column.name, column]));
  const currencies = doubtfulCurrencies(given.columns);
  const most = Math.max(0, ...given.columns.map(({ sampled }) => sampled));
  return given.columns.flatMap((column): Doubt[] => {
    const candidate = given.found.get(column.name);
    if (!candidate || column.sampled === 0) return [];
    const doubts: (Pick<Doubt, "code"> & Partial<Doubt>)[] = [
      ...ofChoice(candidate, column, facts, given),
      ...(candidate.target === "price" ? ofPrice(column, facts, given) : []),
      ...(PRICES.has(candidate.target) ? [...ofTax(column, candidate), ...currencies(column, candidate.target)] : []),
      ...ofRate(column, candidate),
      ...ofMeasure(column, candidate),
      ...ofValues(column, candidate),
      ...ofBlanks(column, candidate, most),
    ];
    // What is asked exactly is not asked in general as well.
    const isExact = doubts.some(({ code }) => EXACT.has(code));
    const asked = doubts.filter(({ code }) => !(isExact && GENERAL.has(code)));
    return asked.map((doubt) => ({
      column: column.name,
      field: candidate.target,
      ...doubt,
      params: { column: column.name, field: candidate.target, ...doubt.params },
    }));
  });
}

/** Questions that say less than others of the same column. */
const GENERAL: ReadonlySet<DoubtCode> = new Set<DoubtCode>(["column_uncertain", "values_doubtful"]);
const EXACT: ReadonlySet<DoubtCode> = new Set<DoubtCode>(["quantity_unsaid", "several_values", "names_alike"]);

/** Ids that mean something here only; those of another system are left out without a word. */
const NUMBERS_OF_OTHERS: ReadonlySet<string> = new Set(["brand_id", "category_id", "supplier_id", "external_id"]);

/** Columns whose headers name a field for sure, which stays empty as no column holds values of it. */
export function findUnfit({
  found,
  named,
  columns,
}: Pick<Suggested, "found" | "columns"> & { named: readonly Candidate[] }): Doubt[] {
  const taken = new Set([...found.values()].map(({ target }) => target));
  const filled = new Map(columns.map((column) => [column.name, column.sampled]));
  const unfit = named.filter(
    ({ column, target, basis }) =>
      basis === "header" &&
      !NUMBERS_OF_OTHERS.has(target) &&
      !found.has(column) &&
      !taken.has(target) &&
      (filled.get(column) ?? 0) > 0,
  );
  return [...new Map(unfit.map((each) => [each.column, each])).values()].map(({ column, target }) => ({
    code: "values_unfit",
    column,
    field: target,
    params: { column, field: target },
  }));
}

/** Whether another column may be the one, or this one none. */
function* ofChoice(
  candidate: Candidate,
  column: ColumnFacts,
  facts: ReadonlyMap<string, ColumnFacts>,
  { found, candidates, columns: all, enabledLanguages }: Suggested,
): Found {
  const { target, language, basis, score } = candidate;
  if (JOINED.has(target)) {
    yield* ofImages(candidate, column, { found, columns: all });
    return;
  }
  const lead = LEADS[target] ?? LEAD;
  const others = candidates.filter(
    (each) =>
      each.target === target &&
      each.language === language &&
      each.score >= score - lead &&
      !found.has(each.column) &&
      differs(column, facts.get(each.column)),
  );
  const rivals = competingWith(candidate, column, { found, columns: all }).filter((each) => differs(column, each));
  const columns = [...new Set([...others.map((each) => each.column), ...rivals.map(({ name }) => name)])]
    .slice(0, 5)
    .join(", ");
  const written = readHeader(column.name).translated?.language ?? "";
  const isOther = findTarget(target)?.translatable === true && written !== "" && !enabledLanguages.includes(written);
  if (columns !== "") yield { code: "several_columns", params: { columns } };
  // What a layout says of its columns holds, unless another column of the file may be meant as well.
  else if (basis === "feed") return;
  else if (isOther) yield { code: "other_language", params: { language: written } };
  else if (isGuess(candidate) || isWeakHeader(column.name, target)) yield { code: "column_uncertain" };
}

/** Images in columns that are left, asked of the first one that is taken. */
function* ofImages(
  candidate: Candidate,
  column: ColumnFacts,
  { found, columns }: Pick<Suggested, "found" | "columns">,
): Found {
  const [first] = [...found.values()].filter(({ target }) => target === "image_urls");
  if (candidate !== first) return;
  const left = competingWith(candidate, column, { found, columns }).filter((each) => differs(column, each));
  const names = left
    .slice(0, 5)
    .map(({ name }) => name)
    .join(", ");
  if (names !== "") yield { code: "several_columns", params: { columns: names } };
}

/** Whether the header does not say it: EANs are known by their check digits. */
const isGuess = ({ target, basis }: Pick<Candidate, "target" | "basis">): boolean =>
  basis === "like_header" || basis === "part_of_header" || (basis === "values" && target !== "ean");

const differs = ({ values, sampled }: ColumnFacts, other: ColumnFacts | undefined): boolean =>
  other !== undefined &&
  other.sampled > 0 &&
  (other.sampled !== sampled || other.values.some((value, index) => value !== values[index]));

/** Columns that lists for trade have: what stands beside them as the price may be the one to buy at. */
const OF_TRADE =
  /\b(?:moq|min(?:imum)?[ _.-]?order|min[ _.-]?qty|pack(?:ing|age|ed)?[ _.-]?(?:qty|size|unit)|carton|colli|ve|verpackungseinheit|conditionnement|colisage|listino|list[ _.-]?price|rrp|msrp|srp|uvp|pvp|ppc|retail|konsument|rabatt?|remise|sconto|descuento|discount)\b/i;

/** Whether the price is the one to sell at. */
function* ofPrice(column: ColumnFacts, facts: ReadonlyMap<string, ColumnFacts>, { found, columns }: Suggested): Found {
  const { basis } = found.get(column.name) ?? {};
  const [cost] = [...found.values()].filter(({ target }) => target === "cost_price");
  const [price, costs] = [median(column), cost && median(facts.get(cost.column))];
  if (price !== undefined && costs !== undefined && price < costs && cost) {
    yield { code: "price_below_cost", params: { cost: cost.column } };
  }
  const isPlain = readHeader(column.name).texts.some((text) => PLAIN_PRICES.has(reduceText(text).text));
  if (cost || basis === "feed" || !isPlain) return;
  const trade = columns.find(({ name, sampled }) => sampled > 0 && name !== column.name && OF_TRADE.test(name));
  if (trade) yield { code: "price_kind_unsaid", params: { other: trade.name } };
}

const PER_UNIT =
  /grundpreis|base[ _-]?price|precio base|prix de base|per[ _-]?(?:kg|kilo|lit(?:er|re)|100)|\/ ?(?:kg|l|100)|au (?:kilo|litre)/i;

/** Whether a price is one without taxes, or of a kilogram and not of the product. */
function* ofTax({ name }: ColumnFacts, candidate: Candidate): Found {
  if (candidate.basis === "feed") return;
  const isNet = readHeader(name).texts.some((text) => {
    const { text: price, tax } = reduceText(text);
    return tax === "ht" && PLAIN_PRICES.has(price);
  });
  if (isNet) yield { code: "net_price" };
  else if (PER_UNIT.test(name) && !isGuess(candidate)) yield { code: "column_uncertain" };
}
