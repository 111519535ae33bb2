import { hashOf } from "../../db/upgrades/run-upgrade.ts";
import { PLAN } from "../../db/upgrades/upgrades.ts";

// Loaded before the program, it makes it the next version: one that adds a column and a table.

const upgrades = PLAN.upgrades as { name: string; sql: string }[];
const released = PLAN.released as { program: string; schema: number; sha256: string }[];
released.push({ program: "of before", schema: upgrades.length + 1, sha256: hashOf(PLAN.schema) });
upgrades.push({
  name: "a column and a table",
  sql: `alter table product add column shelf text;
    create table shelf (tenant_id text not null, name text not null, primary key (tenant_id, name)) strict;`,
});
