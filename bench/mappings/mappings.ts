import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startService } from "../../test/servers/service.ts";
import { OPERATOR_KEY } from "../../test/servers/tenants.ts";
import { openClient } from "../client.ts";
import { compare, type Exported, type Outcome } from "./compare.ts";
import { DEALT_FEEDS } from "./dealt-feeds.ts";
import { DEALT_LISTS } from "./dealt-lists.ts";
import type { Entry } from "./entry.ts";
import { FEEDS } from "./feeds.ts";
import { LATE_FEEDS } from "./late-feeds.ts";
import { LATE_LISTS } from "./late-lists.ts";
import { LISTS } from "./lists.ts";
import { LOCKED_FEEDS } from "./locked-feeds.ts";
import { LOCKED_LISTS } from "./locked-lists.ts";
import { LOCKED_SHEETS } from "./locked-sheets.ts";
import { MARKETS } from "./markets.ts";
import { MORE_FEEDS } from "./more-feeds.ts";
import { MORE_LISTS } from "./more-lists.ts";
import { MORE_SHEETS } from "./more-sheets.ts";
import { MORE_SHOPS } from "./more-shops.ts";
import { OFFERS } from "./offers.ts";
import { ownTenant } from "./own-tenant.ts";
import { SECOND_LOCKED } from "./second-locked.ts";
import { SHOPS } from "./shop-files.ts";
import { THIRD_LOCKED } from "./third-locked.ts";
import { THIRD_LOCKED_FEEDS } from "./third-locked-feeds.ts";
import { TRADE } from "./trade.ts";

/**
 * Uploads real files, takes the suggested mapping as it is, and compares what came into the catalog with what a parser of
 * our own reads in them. `--folder` holds the files (`--sources` says where they are published), `--locked` measures the
 * third that is not tuned to, `--added` the files of a day, both parts without `--locked`, `--only` one file, `--details` names the fields.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    folder: { type: "string", default: "bench-files" },
    locked: { type: "boolean", default: false },
    only: { type: "string" },
    added: { type: "string" },
    details: { type: "boolean", default: false },
    sources: { type: "boolean", default: false },
  },
});

/** A third of the corpus is locked: it is chosen by the hash of the name, and measured at the end only. */
const isLocked = ({ name, part }: Entry) =>
  part === undefined ? (createHash("sha256").update(name).digest()[0] ?? 0) % 3 === 0 : part === "locked";
const all = [
  ...SHOPS,
  ...MARKETS,
  ...FEEDS,
  ...OFFERS,
  ...LISTS,
  ...TRADE,
  ...MORE_FEEDS,
  ...MORE_SHOPS,
  ...MORE_LISTS,
  ...MORE_SHEETS,
  ...LATE_FEEDS,
  ...LATE_LISTS,
  ...DEALT_FEEDS,
  ...DEALT_LISTS,
  ...LOCKED_FEEDS,
  ...LOCKED_LISTS,
  ...LOCKED_SHEETS,
  ...SECOND_LOCKED,
  ...THIRD_LOCKED,
  ...THIRD_LOCKED_FEEDS,
];
if (values.sources) {
  for (const { name, repository, path, licence, layout } of all)
    stdout.write(`${name}\t${repository}\t${path}\t${licence}\t${layout}\n`);
  process.exit(0);
}
const entries = all.filter((entry) => {
  if (values.added !== undefined) return entry.added === values.added && (!values.locked || isLocked(entry));
  return values.only === undefined ? isLocked(entry) === values.locked : entry.name.includes(values.only);
});

/** The products, and what is sold of those that have variants: with what the product says where the variant says nothing. */
async function withVariants(
  products: readonly Exported[],
  call: ReturnType<typeof openClient>["call"],
): Promise<Exported[]> {
  const all: Exported[] = [];
  for (const product of products) {
    const { variants } = await call("GET", `/products/${product["id"]}/variants`);
    const sold = variants.map(({ sku, ean, price, compare_at_price, cost_price, stock }: Exported) => ({
      ...product,
      reference: sku,
      ean,
      price: price ?? product["price"],
      compare_at_price: compare_at_price ?? product["compare_at_price"],
      cost_price: cost_price ?? product["cost_price"],
      stock,
    }));
    all.push(...(sold.length > 0 ? sold : [product]));
  }
  return all;
}

interface Problem {
  field: string | undefined;
  rawValue: string | null | undefined;
}

/** What the import's report names of rows. */
async function problemsOf(id: string, call: ReturnType<typeof openClient>["call"]): Promise<Problem[]> {
  const { items = [] } = await call("GET", `/imports/${id}/errors?limit=100`).catch(() => ({}));
  return items.map(({ field, raw_value: rawValue }: { field?: string; raw_value?: string | null }) => ({
    field,
    rawValue,
  }));
}

interface Warning {
  code: string;
  column: string | null;
  field?: string;
}

/** Whether the service put a question to a field, or named it in its report. */
function requestedBy(
  mapping: Record<string, unknown>,
  warnings: readonly Warning[],
  problems: readonly Problem[],
): (field: string) => boolean {
  const named = new Set([...warnings.map(({ column }) => column), ...problems.map(({ field }) => field)]);
  const columnsOf = (field: string) =>
    Object.entries(mapping)
      .filter(([, target]) => target === field || (target as { field?: string }).field === field)
      .map(([column]) => column);
  return (field) =>
    named.has(field) ||
    columnsOf(field).some((column) => named.has(column)) ||
    warnings.some((warning) => warning.field === field);
}

/** Imports a file into a tenant of its own as it is suggested, and reads the catalog. */
async function importFile(
  entry: Entry,
  path: string,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<{ outcome: Outcome; rows: number; created: number; note: string }> {
  const { call, runImport } = openClient(url, apiKey);
  const form = new FormData();
  form.set("file", Bun.file(path), basename(path));
  const uploaded = await call("POST", "/imports/upload", form).catch((error: Error) => error.message.slice(0, 200));
  if (typeof uploaded === "string") {
    // Refused by name as a whole: nothing came in, and it was said.
    return { outcome: compare(entry, await entry.read(path), [], () => true), rows: 0, created: 0, note: uploaded };
  }
  const { id, data } = uploaded;
  const { suggested_mapping: mapping, suggested_computed_columns: computed, warnings } = data.file_analysis;
  let note = "";
  let created = 0;
  try {
    await call("POST", `/imports/${id}/save-mapping`, {
      column_mapping: mapping,
      computed_columns: computed,
      import_options: { create_categories: true },
    });
    created = (await runImport(id)).products_created;
  } catch (error) {
    note = error instanceof Error ? error.message.slice(0, 120) : "";
  }
  const problems = await problemsOf(id, call);
  const response = await fetch(`${url}/api/v1/exports/stream/json/products`, { headers: { "x-api-key": apiKey } });
  const exported = (await response.json()) as Exported[];
  const isLinked = warnings.some(({ code }: { code: string }) => code === "variants_linked");
  const products = isLinked && !entry.areParents ? await withVariants(exported, call) : exported;
  const requested = requestedBy(mapping, warnings, problems);
  const refused = new Set(problems.flatMap(({ rawValue }) => rawValue ?? []));
  const outcome = compare(entry, await entry.read(path), products, requested, refused);
  return { outcome, rows: data.file_analysis.row_count, created, note };
}

const folder = mkdtempSync(join(tmpdir(), "catalogd-mappings-"));
const service = await startService({
  folder,
  env: { CATALOGD_LOG_LEVEL: "error", CATALOGD_OPERATOR_KEY: OPERATOR_KEY },
});
const sum = { fields: 0, right: 0, asked: 0, missing: 0, silent: 0 };
stdout.write(
  "file | rows | products (of) | fields | right | asked | missing | wrong in silence\n---|--:|--:|--:|--:|--:|--:|--:\n",
);
for (const [number, entry] of entries.entries()) {
  const path = join(values.folder, entry.name);
  if (!existsSync(path)) {
    stdout.write(`${entry.name} | not there\n`);
    continue;
  }
  const { outcome, rows, created, note } = await importFile(entry, path, {
    url: service.url,
    apiKey: await ownTenant(service.url, number),
  });
  const of = (verdict: string) => [...outcome.verdicts].filter(([, each]) => each === verdict).map(([field]) => field);
  const [right, requested, missing, silent] = ["right", "asked", "missing", "silent"].map(of) as [
    string[],
    string[],
    string[],
    string[],
  ];
  sum.fields += outcome.verdicts.size;
  sum.right += right.length;
  sum.asked += requested.length;
  sum.missing += missing.length;
  sum.silent += silent.length;
  stdout.write(
    `${entry.name} | ${rows} | ${created} (${outcome.records}, ${outcome.matched} found) | ${outcome.verdicts.size} | ${right.length} | ${requested.length} | ${missing.length} | ${silent.length}\n`,
  );
  if (values.details) {
    stdout.write(
      `  asked: ${requested.join(", ")}; missing: ${missing.join(", ")}; silent: ${silent.join(", ")} ${note}\n`,
    );
  }
}
await service.kill("SIGTERM");
rmSync(folder, { recursive: true, force: true });
const share = (count: number) => `${((100 * count) / Math.max(1, sum.fields)).toFixed(1)} %`;
stdout.write(
  `\n${entries.length} files, ${sum.fields} fields: right ${sum.right} (${share(sum.right)}), asked ${sum.asked}, missing ${sum.missing}, wrong in silence ${sum.silent} (${share(sum.silent)})\n`,
);
