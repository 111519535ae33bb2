import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, type Row, text } from "../rows.ts";

export const SEVERITIES = ["error", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a tenant has changed of a built-in rule. */
export interface RuleSetting {
  code: string;
  severity: Severity;
  isActive: boolean;
  /** With those below them; empty: all products. */
  categoryIds: string[];
  /** Grows with every change. */
  version: number;
}

const readSetting = (row: Row): RuleSetting => ({
  code: text(row, "code"),
  // The table checks it.
  severity: text(row, "severity") as Severity,
  isActive: boolean(row, "is_active"),
  categoryIds: json(row, "category_ids") as string[], // written from a list of ids
  version: number(row, "version"),
});

export const listRuleSettings = (db: Reader): Promise<RuleSetting[]> =>
  db.all(
    "select code, severity, is_active, category_ids, version from compliance_rule where tenant_id = :tenant",
    {},
    readSetting,
  );

/** Stores how a rule is to be applied. */
export const putRuleSetting = (tx: Tx, setting: RuleSetting, nowMs: number): Promise<number> =>
  tx.run(
    `insert into compliance_rule (tenant_id, code, severity, is_active, category_ids, updated_at_ms, version)
      values (:tenant, :code, :severity, :isActive, :categoryIds, :nowMs, :version)
      on conflict do update set severity = excluded.severity, is_active = excluded.is_active,
        category_ids = excluded.category_ids, updated_at_ms = excluded.updated_at_ms, version = excluded.version`,
    {
      ...setting,
      isActive: setting.isActive ? 1 : 0,
      categoryIds: JSON.stringify(setting.categoryIds),
      nowMs,
    },
  );

/** Categories with all below them: pairs of the category asked for and one of its branch. Unknown ones have none. */
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
