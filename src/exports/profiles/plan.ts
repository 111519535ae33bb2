import type { Reader } from "../../../db/ports.ts";
import { findListCurrencies } from "../../../db/pricing/list-terms.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import { findExchangeRates } from "../../prices/exchange-rates/rates.ts";
import type { TaxWish } from "../../prices/tax/price-in-tax.ts";
import { findTaxSettings } from "../../prices/tax/tax-settings.ts";
import { parseFilters } from "../../products/lists/filter-schema.ts";
import { Configuration } from "../../reference/entities/configuration.ts";
import { Entity } from "../../reference/entities/entity.ts";
import { findLanguages } from "../../settings/languages.ts";
import type { ProfileColumn } from "./column.ts";
import { parseTemplate, placeholdersOf } from "./column-template.ts";
import { compileColumns, type ProfilePlan, type VariantRows } from "./compile.ts";

/** A profile by the names of the API, stored or not. */
export interface ProfileSpec {
  columns: readonly ProfileColumn[];
  filters: Readonly<Record<string, unknown>>;
  sort_by: "created_at" | "title";
  variants: VariantRows;
  language: string | null;
  languages: readonly string[];
  entity_id: string | null;
  channel: string | null;
  currency: string | null;
  price_tax: TaxWish | null;
}

/** Something that a profile names, and where. */
interface Named {
  field: string;
  name: string;
}

const named = (field: string, name: string | null | undefined): Named[] =>
  name === null || name === undefined ? [] : [{ field, name }];

/** What the columns name of one kind, and the profile itself. */
function allOf(spec: ProfileSpec, read: (column: ProfileColumn) => string | undefined, own: Named[]): Named[] {
  return [...own, ...spec.columns.flatMap((column, index) => named(`columns.${index}`, read(column)))];
}

const in_ = (member: string) => (each: Named) =>
  each.field.startsWith("columns.") ? { ...each, field: `${each.field}.${member}` } : each;

function languageProblems(spec: ProfileSpec, enabled: readonly string[]): FieldProblem[] {
  const inTemplates = spec.columns.flatMap(({ template }, index) =>
    placeholdersOf((template !== undefined && parseTemplate(template)) || []).flatMap(({ language }) =>
      named(`columns.${index}.template`, language),
    ),
  );
  const all = [
    ...allOf(spec, ({ language }) => language, named("language", spec.language)).map(in_("language")),
    ...spec.languages.flatMap((language, index) => named(`languages.${index}`, language)),
    ...inTemplates,
  ];
  const params = { allowed: enabled.join(", ") };
  return all
    .filter(({ name }) => !enabled.includes(name))
    .map(({ field }) => ({ field, type: "invalid_value", key: "validation.one_of", params }));
}

const unknownReferences = (given: readonly Named[], known: ReadonlySet<string>): FieldProblem[] =>
  given
    .filter(({ name }) => !known.has(name))
    .map(({ field }) => ({ field, type: "invalid_value", key: "validation.unknown_reference" }));

const idsOf = (given: readonly Named[]) => [...new Set(given.map(({ name }) => name))];

/** The entities, configurations and price lists that are named and are not there, or no longer. */
async function referenceProblems(db: Reader, spec: ProfileSpec): Promise<FieldProblem[]> {
  const entities = allOf(spec, (column) => column.entity_id, named("entity_id", spec.entity_id)).map(in_("entity_id"));
  const configurations = allOf(spec, (column) => column.configuration_id, []).map(in_("configuration_id"));
  const lists = allOf(spec, (column) => column.price_list_id, []).map(in_("price_list_id"));
  const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  return [
    ...unknownReferences(entities, ids(await Entity.table.findBy(db, "id", idsOf(entities)))),
    ...unknownReferences(configurations, ids(await Configuration.table.findBy(db, "id", idsOf(configurations)))),
    ...unknownReferences(lists, new Set((await findListCurrencies(db, idsOf(lists))).keys())),
  ];
}

/** Currencies that prices are to be converted into, or come in, without a rate of the tenant's. */
function rateProblems(
  spec: ProfileSpec,
  rates: Record<string, number>,
  lists: ReadonlyMap<string, string>,
): FieldProblem[] {
  const wanted = allOf(spec, ({ currency }) => currency, named("currency", spec.currency)).map(in_("currency"));
  // A list's prices are converted where another currency is wanted of them.
  const converted = spec.columns.flatMap(({ price_list_id: id, currency }, index) => {
    const own = id === undefined ? undefined : lists.get(id);
    const into = currency ?? spec.currency;
    return own !== undefined && into !== null && own !== into ? named(`columns.${index}.price_list_id`, own) : [];
  });
  return [...wanted, ...converted]
    .filter(({ name }) => name !== BASE_CURRENCY && rates[name] === undefined)
    .map(({ field, name }) => ({ field, type: "invalid_value", key: "prices.no_rate", params: { currency: name } }));
}

/** Prices that are wanted with tax or without, although the tenant has not said which tax they contain. */
async function taxProblems(db: Reader, spec: ProfileSpec): Promise<FieldProblem[]> {
  const { country } = await findTaxSettings(db);
  if (country !== null) return [];
  return allOf(spec, (column) => column.price_tax, named("price_tax", spec.price_tax))
    .map(in_("price_tax"))
    .map(({ field }) => ({ field, type: "invalid_value", key: "tax.no_country" }));
}

/** What is wrong with filters, by the profile's field. */
function filtersOf(
  filters: Readonly<Record<string, unknown>>,
): { filter: ProductFilter } | { problems: FieldProblem[] } {
  const parsed = parseFilters(filters);
  if (!("problems" in parsed)) return parsed;
  return { problems: parsed.problems.map((problem) => ({ ...problem, field: `filters.${problem.field}` })) };
}

/** A profile, ready to be written. */
export interface PlannedProfile {
  plan: ProfilePlan;
  filter: ProductFilter;
  /** The texts that are read with the products. */
  order: "title" | undefined;
}

/** Makes a profile ready, with the languages and rates of now, or says all that is wrong with it. */
export async function planProfile(
  db: Reader,
  spec: ProfileSpec,
): Promise<PlannedProfile | { problems: FieldProblem[] }> {
  const { pivot, enabled } = await findLanguages(db);
  const rates = await findExchangeRates(db);
  const lists = await findListCurrencies(
    db,
    spec.columns.flatMap(({ price_list_id: id }) => id ?? []),
  );
  const plan: ProfilePlan = {
    columns: spec.columns,
    variants: spec.variants,
    language: spec.language === pivot ? null : spec.language,
    entityId: spec.entity_id,
    channel: spec.channel,
    currency: spec.currency,
    languages: [...new Set(spec.languages)],
    pivot,
    rates,
    priceTax: spec.price_tax,
    listCurrencies: Object.fromEntries(lists),
  };
  const filters = filtersOf(spec.filters);
  const problems = [
    ...compileColumns(plan, "").problems,
    ...("problems" in filters ? filters.problems : []),
    ...languageProblems(spec, enabled),
    ...(await referenceProblems(db, spec)),
    ...rateProblems(spec, rates, lists),
    ...(await taxProblems(db, spec)),
  ];
  if (problems.length > 0 || "problems" in filters) return { problems };
  return { plan, filter: filters.filter, order: spec.sort_by === "title" ? "title" : undefined };
}
