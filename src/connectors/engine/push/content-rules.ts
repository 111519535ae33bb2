import { type Static, Type } from "@sinclair/typebox";
import { ProfileColumn } from "../../../exports/profiles/column.ts";
import { type CompiledColumn, compileColumns, type ProfilePlan } from "../../../exports/profiles/compile.ts";
import type { FieldProblem } from "../../../http/output/errors.ts";
import type { Languages } from "../../../settings/languages.ts";
import type { Platform } from "../define-platform.ts";
import type { Source } from "../fields.ts";

const { name: _name, count: _count, ...RULE } = ProfileColumn.properties;
/** A connector's own rule for a field of the platform: what is sent in it. */
export const FieldRule = Type.Object(
  {
    target: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Field of the platform, as its field map calls it, or one of your own below `attributes`.",
      examples: ["description_short"],
    }),
    ...RULE,
  },
  {
    additionalProperties: false,
    title: "FieldRule",
    description: "A field of the platform with exactly one of `field`, `value` and `template`.",
  },
);
export type FieldRule = Static<typeof FieldRule>;

/** What of a product a rule may say, and where the catalog has it otherwise. */
export const RULED = {
  ean: "ean",
  reference: "reference",
  name: "title",
  description: "description",
  short_description: "short_description",
  brand: "brand",
  category: "category",
  type: "category_name",
  tags: "tags",
  weight: "weight",
  seo_title: "seo_title",
  seo_description: "seo_meta_description",
  slug: "url_slug",
} as const satisfies Partial<Record<Source, string>>;
export type RuledSource = keyof typeof RULED;

/** Texts that are said in each language. */
const SPOKEN = ["name", "description", "short_description", "seo_title", "seo_description", "slug"] as const;

/** What a connector says of its texts. */
export interface ContentChoice {
  /** `null`: the pivot language. */
  language: string | null;
  entityId: string | null;
  rules: readonly FieldRule[];
}

/** Which field of the catalog a target of the platform is; `undefined`: a name of the owner's own. */
export const sourceOfTarget = ({ fields }: Pick<Platform, "fields">, target: string): RuledSource | undefined =>
  (Object.keys(RULED) as RuledSource[]).find((source) => fields[source] === target); // the keys of a literal object

const isSpoken = (source: string) => (SPOKEN as readonly string[]).includes(source);

/** How columns are named: `name@de`, `brand`, `attribute material`. */
export const columnName = (source: string, language?: string): string =>
  language === undefined ? source : `${source}@${language}`;
const ATTRIBUTE = "attribute ";

/** The columns by which products are read for a platform: our own of each field, or what the connector says in its place. */
function columnsFor(
  platform: Platform,
  languages: readonly string[],
  { rules, entityId }: Pick<ContentChoice, "rules" | "entityId">,
): ProfileColumn[] {
  const own = new Map(rules.map((rule) => [sourceOfTarget(platform, rule.target) ?? "", rule]));
  // What an entity says in place of a description is in its own language.
  const whose = (place: number) => (place === 0 && entityId !== null ? { entity_id: entityId } : {});
  const columns = Object.entries(RULED).flatMap(([source, field]): ProfileColumn[] => {
    const { target: _, ...rule } = own.get(source) ?? { target: "", field };
    if (!isSpoken(source)) return [{ ...rule, name: source }];
    return languages.map((language, place) => ({
      language,
      ...whose(place),
      // Where there is no translation the platform's own stays.
      ...(place > 0 && { fallback: false }),
      ...rule,
      name: columnName(source, language),
    }));
  });
  const named = rules.filter(({ target }) => sourceOfTarget(platform, target) === undefined);
  return [...columns, ...named.map(({ target, ...rule }) => ({ ...rule, name: `${ATTRIBUTE}${target}` }))];
}

/** How products are read for a connector. */
export interface ContentPlan {
  columns: ReadonlyMap<string, CompiledColumn>;
  /** The names of the owner's own fields. */
  attributes: readonly { target: string; column: CompiledColumn }[];
  problems: ReturnType<typeof compileColumns>["problems"];
  /** The first one, then the others. */
  languages: readonly string[];
}

/** Whether a platform is sent a field of the owner's own by this name; below `attributes`, which has no name by itself. */
function isOwnField({ fields, ownFields = [] }: Platform, target: string): boolean {
  const known = [...(fields.attributes === undefined ? [] : [`${fields.attributes}.`]), ...ownFields];
  return known.some((name) => (name.endsWith(".") ? target.startsWith(name) && target !== name : target === name));
}

/** What is wrong with the rules of a connector, each problem by its place among them. */
export function ruleProblems(platform: Platform, rules: readonly FieldRule[], languages: Languages): FieldProblem[] {
  const taken = new Set<string>();
  return rules.flatMap((rule, index): FieldProblem[] => {
    const at = `sync_options.field_map.${index}`;
    if (sourceOfTarget(platform, rule.target) === undefined && !isOwnField(platform, rule.target)) {
      return [{ field: `${at}.target`, type: "invalid_value", key: "validation.unknown_field" }];
    }
    if (taken.has(rule.target)) {
      const params = { name: rule.target };
      return [{ field: `${at}.target`, type: "invalid_value", key: "exports.column_twice", params }];
    }
    taken.add(rule.target);
    const choice = { language: null, entityId: null, rules: [rule] };
    const { problems } = planContent(platform, choice, languages, { languages: [], origin: "" });
    return problems.map(({ field, ...problem }) => ({ ...problem, field: `${at}.${field.split(".").at(-1)}` }));
  });
}

/** Makes the columns by which products are read. `languages`: those of the texts, the first one before the others. */
export function planContent(
  platform: Platform,
  { language, entityId, rules: own }: ContentChoice,
  { pivot }: Languages,
  { languages, origin }: { languages: readonly string[]; origin: string },
): ContentPlan {
  const named = new Set(own.map(({ target }) => target));
  const rules = [...(platform.rules ?? []).filter(({ target }) => !named.has(target)), ...own];
  const first = language ?? pivot;
  const all = [...new Set([first, ...languages])];
  const plan: ProfilePlan = {
    columns: columnsFor(platform, all, { rules, entityId }),
    variants: "none",
    language: first === pivot ? null : first,
    entityId: null,
    channel: platform.id,
    currency: null,
    languages: [],
    pivot,
    rates: {},
  };
  const { columns, problems } = compileColumns(plan, origin);
  const attributes = columns
    .filter(({ name }) => name.startsWith(ATTRIBUTE))
    .map((column) => ({ target: column.name.slice(ATTRIBUTE.length), column }));
  return { columns: new Map(columns.map((column) => [column.name, column])), attributes, problems, languages: all };
}
