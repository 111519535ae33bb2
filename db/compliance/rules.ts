import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { selection } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

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
const { selected, read } = selection("compliance_rule", SETTING);
const table = keyedTable("compliance_rule", { ...SETTING, updatedAtMs: NUMBER }, ["code"]);

export const listRuleSettings = (db: Reader): Promise<RuleSetting[]> =>
  db.all(`select ${selected} from compliance_rule where tenant_id = :tenant`, {}, read);

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
