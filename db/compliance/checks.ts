import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

interface Condition {
  /** True of a product that the rule finds fault with. */
  fails: string;
  /** True of a product that the rule is for; every product when absent. */
  concerns?: string;
}

const extra = (field: string) => `product.extra ->> '$.${field}'`;

/** Each rule by its code. Its place in this list is its bit. */
const CONDITIONS = {
  EAN_VALID: { fails: "product.ean_status <> 'valid'" },
  COUNTRY_OF_ORIGIN: { fails: "product.country_of_origin is null" },
  HS_CODE: { fails: `${extra("hs_code")} is null` },
  CE_MARKING: { fails: `${extra("ce_marked")} is not 1` },
  REACH: { fails: `${extra("reach_compliant")} is not 1` },
  ROHS: { fails: `${extra("rohs_compliant")} is not 1` },
  WEEE_CATEGORY: { fails: `${extra("weee_category")} is null` },
  ENERGY_CLASS: { fails: `${extra("energy_class")} is null` },
  DANGEROUS_GOODS_CLASS: {
    fails: `${extra("dangerous_goods_class")} is null`,
    concerns: `${extra("dangerous_goods")} is 1`,
  },
  WARRANTY: { fails: `${extra("warranty_type")} is null and ${extra("warranty_duration")} is null` },
} as const satisfies Record<string, Condition>;

export type RuleCode = keyof typeof CONDITIONS;
// Object.keys forgets the literal types of the keys.
export const RULE_CODES = Object.keys(CONDITIONS) as RuleCode[];

/** For each rule the categories it holds for, those below them included; `null`: all products. */
export type RuleScopes = Record<RuleCode, readonly string[] | null>;

const parameterOf = (code: RuleCode) => `in${code.replaceAll("_", "")}`;
const concerns = (code: RuleCode): string => {
  const { concerns: own = "1" }: Condition = CONDITIONS[code];
  const scope = `:${parameterOf(code)}`;
  return `((${own}) and (${scope} is null or ifnull(product.category_id, '') in (select value from json_each(${scope}))))`;
};
const bits = (conditionOf: (code: RuleCode) => string) =>
  RULE_CODES.map((code, bit) => `((${conditionOf(code)}) << ${bit})`).join(" | ");

/** Which rules concern a product, and with which it is at fault, one bit each. */
const MASKS = `${bits(concerns)} as concerns,
  ${bits((code) => `${concerns(code)} and (${CONDITIONS[code].fails})`)} as faults`;

const scopeArgs = (scopes: RuleScopes) =>
  Object.fromEntries(
    RULE_CODES.map((code) => {
      const scope = scopes[code];
      return [parameterOf(code), scope === null ? null : JSON.stringify(scope)];
    }),
  );

export interface Masks {
  concerns: number;
  faults: number;
}

const readMasks = (row: Row): Masks => ({ concerns: number(row, "concerns"), faults: number(row, "faults") });

/** How all products that are not deleted stand, those that stand alike together. Reads every product. */
export const groupByMasks = (db: Reader, scopes: RuleScopes): Promise<(Masks & { count: number })[]> =>
  db.all(
    `select concerns, faults, count(*) as count from (
        select ${MASKS} from product where product.tenant_id = :tenant and product.deleted_at_ms is null
      ) group by concerns, faults`,
    scopeArgs(scopes),
    (row) => ({ ...readMasks(row), count: number(row, "count") }),
  );

/** How these products stand, by id; those that are deleted or not there are left out. */
export const findMasks = async (db: Reader, scopes: RuleScopes, ids: readonly string[]): Promise<Map<string, Masks>> =>
  new Map(
    await db.all(
      `select product.id, ${MASKS} from json_each(:ids) wanted
        cross join product on product.tenant_id = :tenant and product.id = wanted.value
          and product.deleted_at_ms is null`,
      { ...scopeArgs(scopes), ids: JSON.stringify(ids) },
      (row): [string, Masks] => [text(row, "id"), readMasks(row)],
    ),
  );

const FAULTY = { rowId: NUMBER, id: TEXT, ean: TEXT_OR_NULL, title: TEXT };
const product = selection("product", FAULTY);
const faulty = selection("faulty", { ...FAULTY, concerns: NUMBER, faults: NUMBER });
/** A product with faults. */
export type FaultyProduct = SelectedBy<typeof faulty>;

/** Which faults a list shows, by their bits: some of `some`, some of `must` as well, and none of `none`. */
export interface FaultFilter {
  some: number;
  must: number;
  none: number;
}

/** One page of products with faults, newest first. May read many products until the page is full. */
export const listFaulty = (
  db: Reader,
  scopes: RuleScopes,
  { some, must, none }: FaultFilter,
  { limit, offset, before }: { limit: number; offset: number; before: number | undefined },
): Promise<FaultyProduct[]> =>
  db.all(
    `select ${faulty.selected} from (
        select ${product.selected}, ${MASKS} from product
          where product.tenant_id = :tenant and product.deleted_at_ms is null and product.row_id < :before
          order by product.row_id desc
      ) faulty where faults & :some <> 0 and faults & :must <> 0 and faults & :none = 0
      order by row_id desc limit :limit offset :offset`,
    { ...scopeArgs(scopes), some, must, none, limit, offset, before: before ?? Number.MAX_SAFE_INTEGER },
    faulty.read,
  );

export const SEVERITIES = ["error", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

const SETTING = {
  code: TEXT,
  severity: wordColumn(SEVERITIES),
  isActive: FLAG,
  /** With those below them; empty: all products. */
  categoryIds: jsonColumn<string[]>(),
  /** Grows with every change. */
  version: NUMBER,
};
/** What a tenant has changed of a built-in rule. */
export type RuleSetting = ValuesOf<typeof SETTING>;
const table = keyedTable("compliance_rule", { ...SETTING, updatedAtMs: NUMBER }, ["code"]);

export const listRuleSettings = (db: Reader): Promise<RuleSetting[]> => table.list(db, {});

/** Stores how a rule is to be applied. */
export const putRuleSetting = (tx: Tx, setting: RuleSetting, nowMs: number): Promise<number> =>
  table.save(tx, { ...setting, updatedAtMs: nowMs });

/** Categories with all below them: pairs of the requested category and one of its branch. Unknown ones have none. */
export const listBranches = (db: Reader, ids: readonly string[]): Promise<{ root: string; id: string }[]> =>
  db.all(
    `with recursive branch (root, id) as (
        select category.id, category.id from json_each(:ids) wanted
          cross join category on category.tenant_id = :tenant and category.id = wanted.value
        union
        select branch.root, category.id from branch
          cross join category on category.tenant_id = :tenant and category.parent_id = branch.id
      ) select root, id from branch`,
    { ids: JSON.stringify(ids) },
    (row) => ({ root: text(row, "root"), id: text(row, "id") }),
  );
