import { expect } from "bun:test";
import { changeTimes, type ImportPlan, prepare, problemCounts, runImport, type Tenant } from "../import-client.ts";
import { type RealFile, readReference } from "./real-file.ts";
import { ReferenceCatalog, type ReferenceCounts, type ReferencePlan } from "./reference-import.ts";

const countsOf = (record: Record<string, number>): Omit<ReferenceCounts, "problems"> => ({
  total: record["total_rows"] ?? Number.NaN,
  successful: record["successful_rows"] ?? Number.NaN,
  failed: record["failed_rows"] ?? Number.NaN,
  created: record["products_created"] ?? Number.NaN,
  updated: record["products_updated"] ?? Number.NaN,
  pricesUpdated: record["prices_updated"] ?? Number.NaN,
  errors: record["error_count"] ?? Number.NaN,
  warnings: record["warning_count"] ?? Number.NaN,
});

const WARNINGS = ["ean_finder_pending", "ean_pending_resolution", "duplicate_in_file", "too_long"];
const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const errorsAmong = (problems: Record<string, number>) =>
  Object.fromEntries(Object.entries(problems).filter(([type]) => !WARNINGS.includes(type)));

/** All that was counted is stored, or 10,000 of it: then every error before any warning. */
function expectStored(stored: Record<string, number>, { errors, warnings, problems }: ReferenceCounts): void {
  if (errors + warnings <= 10_000) return void expect(stored).toEqual(problems);
  expect(sumOf(stored)).toBe(10_000);
  expect(errorsAmong(stored)).toEqual(errorsAmong(problems));
}

export interface Comparison {
  plan: ImportPlan;
  reference: Omit<ReferencePlan, "ean" | "decimal" | "isPending">;
}

/**
 * Imports a file twice and compares all that is counted, of the dry runs too, with the reference. The second time must
 * not touch a product. Answers the record of the first import.
 */
export async function importTwice(
  tenant: Tenant,
  content: Uint8Array,
  facts: RealFile,
  { plan, reference }: Comparison,
) {
  const rows = readReference(content, facts);
  const catalog = new ReferenceCatalog();
  const how = { ...reference, ean: facts.ean_field.trim(), decimal: facts.decimal ?? ".", isPending: true };

  const importOnce = async () => {
    const id = await prepare(tenant, content, plan);
    const { body: dryRun } = await tenant.post(`/imports/${id}/dry-run`);
    const record = await runImport(tenant, id);
    const { problems, ...counts } = catalog.import(rows, how);
    expect(countsOf(record)).toEqual(counts);
    expectStored(await problemCounts(tenant, id), { problems, ...counts });
    expect(record.processed_rows).toBe(record.total_rows);
    expect(dryRun).toMatchObject({
      total_rows: counts.total,
      products_to_create: counts.created,
      products_to_update: counts.updated,
      rows_with_errors: counts.failed,
    });
    return record;
  };
  const first = await importOnce();
  const times = await changeTimes(tenant);
  const second = await importOnce();

  expect(first.total_rows).toBe(facts.expected.rows);
  expect(times.size).toBe(first.products_created);
  expect(second.products_created + second.products_updated).toBe(0);
  expect(await changeTimes(tenant)).toEqual(times);
  return first;
}
