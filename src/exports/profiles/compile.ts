import type { FieldProblem } from "../../http/output/errors.ts";
import type { ExchangeRates } from "../../prices/exchange-rates/rates.ts";
import type { TaxWish } from "../../prices/tax/price-in-tax.ts";
import type { Column } from "../tables/table.ts";
import { cellOf } from "./cell.ts";
import type { ProfileColumn } from "./column.ts";
import { parseTemplate, placeholdersOf, renderTemplate, valueText } from "./column-template.ts";
import { type Needs, NO_NEEDS, type ProfileRow, type Source } from "./profile-row.ts";
import { IMAGES_MAX, type SourceWish, sourceOf } from "./sources.ts";
import { findTextField } from "./text-source.ts";

export const VARIANT_ROWS = ["none", "under_parent", "flat"] as const;
export type VariantRows = (typeof VARIANT_ROWS)[number];

/** How the rows of a file are made: a profile with what its tenant has set. Plain data, stored with the task. */
export interface ProfilePlan {
  columns: readonly ProfileColumn[];
  variants: VariantRows;
  /** What a column has that says nothing of its own. */
  language: string | null;
  entityId: string | null;
  channel: string | null;
  currency: string | null;
  /** Columns of texts that name no language stand once for each of these. */
  languages: readonly string[];
  pivot: string;
  rates: ExchangeRates;
  /** Absent in tasks of older versions. */
  priceTax?: TaxWish | null;
  /** Of the lists that columns name; absent in these, too. */
  listCurrencies?: Readonly<Record<string, string>>;
}

/** A column of a file, with what it reads. */
export interface CompiledColumn extends Column<ProfileRow>, Needs {}

const wishOf = (column: ProfileColumn, plan: ProfilePlan, origin: string): SourceWish => ({
  language: column.language ?? plan.language,
  pivot: plan.pivot,
  fallback: column.fallback ?? true,
  entityId: column.entity_id ?? plan.entityId ?? undefined,
  configurationId: column.configuration_id,
  channel: column.channel ?? plan.channel ?? undefined,
  priceListId: column.price_list_id,
  listCurrency: column.price_list_id === undefined ? undefined : plan.listCurrencies?.[column.price_list_id],
  currency: column.currency ?? plan.currency ?? undefined,
  rates: plan.rates,
  tax: column.price_tax ?? plan.priceTax ?? undefined,
  origin,
});

const together = (sources: readonly Needs[]): Needs => ({
  members: sources.flatMap(({ members }) => members),
  facts: sources.flatMap(({ facts }) => facts),
  languages: sources.flatMap(({ languages }) => languages),
  entityIds: sources.flatMap(({ entityIds }) => entityIds),
});

type Compiled = Source | { problem: Omit<FieldProblem, "field"> & { at: string } };

const unknownField = (at: string): Compiled => ({
  problem: { at, type: "invalid_value", key: "validation.unknown_field" },
});

function templateSource(template: string, wish: SourceWish): Compiled {
  const parts = parseTemplate(template);
  if (!parts) return { problem: { at: "template", type: "invalid_format", key: "exports.template" } };
  const sources = new Map<string, Source>();
  for (const { name, language } of placeholdersOf(parts)) {
    const source = sourceOf(name, language === undefined ? wish : { ...wish, language });
    if (!source) {
      const params = { name: name.slice(0, 100) };
      return { problem: { at: "template", type: "invalid_value", key: "exports.unknown_placeholder", params } };
    }
    sources.set(`${name}@${language}`, source);
  }
  return {
    ...together([...sources.values()]),
    kind: "plain",
    read: (row) =>
      renderTemplate(parts, ({ name, language }) => {
        const source = sources.get(`${name}@${language}`);
        return source ? valueText(source.read(row), source.kind) : "";
      }) || null,
  };
}

function compileOne(column: ProfileColumn, wish: SourceWish): Compiled {
  const { field, value, template } = column;
  if ([field, value, template].filter((each) => each !== undefined).length !== 1) {
    return { problem: { at: "field", type: "invalid_value", key: "exports.one_source" } };
  }
  if (template !== undefined) return templateSource(template, wish);
  if (field !== undefined) return sourceOf(field, wish) ?? unknownField("field");
  return { ...NO_NEEDS, kind: "plain", read: () => value ?? null };
}

/** A column once for each image, or once for each language; any other as it is. */
function spread(column: ProfileColumn, { languages }: ProfilePlan): ProfileColumn[] {
  const { name, field, count, ...rest } = column;
  if (field === "images" && count !== undefined) {
    const places = Array.from({ length: Math.min(count, IMAGES_MAX) }, (_, index) => index + 1);
    return places.map((place) => ({ ...rest, name: `${name}_${place}`, field: `image_${place}` }));
  }
  const isSpoken = field !== undefined && column.language === undefined && findTextField(field);
  if (!isSpoken || languages.length === 0) return [column];
  // What is read back must not be taken for a translation.
  return languages.map((language) => ({
    ...column,
    name: `${name}_${language}`,
    language,
    fallback: column.fallback ?? false,
  }));
}

/** Makes the columns of a profile, or says what is wrong with them, by the fields of its body. */
export function compileColumns(
  plan: ProfilePlan,
  origin: string,
): { columns: CompiledColumn[]; problems: FieldProblem[] } {
  const columns: CompiledColumn[] = [];
  const problems: FieldProblem[] = [];
  const taken = new Set<string>();
  for (const [index, given] of plan.columns.entries()) {
    const at = `columns.${index}`;
    for (const column of spread(given, plan)) {
      const compiled = compileOne(column, wishOf(column, plan, origin));
      if ("problem" in compiled) {
        const { at: member, ...problem } = compiled.problem;
        problems.push({ field: `${at}.${member}`, ...problem });
        break;
      }
      const name = column.name.trim();
      if (taken.has(name)) {
        problems.push({ field: `${at}.name`, type: "invalid_value", key: "exports.column_twice", params: { name } });
      }
      taken.add(name);
      columns.push({ ...compiled, ...cellOf(compiled, column), name });
    }
  }
  return { columns, problems };
}
