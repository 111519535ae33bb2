import { readFileSync } from "node:fs";
import { nearestOf } from "../../../search/edit-distance.ts";
import { UUID } from "../../text/uuid.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import { columns } from "../print-table.ts";
import type { Api } from "./api-client.ts";
import type { ClientCall, ClientCommand } from "./client-command.ts";
import { exitOfImport, followImport } from "./follow-import.ts";
import { openFile } from "./open-file.ts";

const MISTYPED_MAX = 3;
const ENDED_FIELDS = [
  "id",
  "status",
  "total_rows",
  "products_created",
  "products_updated",
  "failed_rows",
  "error_message",
];
const DRY_FIELDS = [
  "job_id",
  "total_rows",
  "products_to_create",
  "products_to_update",
  "rows_with_errors",
  "mapping_source",
];

interface Suggestion {
  suggested_mapping: Record<string, unknown>;
  suggested_computed_columns: { field: string; expression: string }[];
  columns: string[];
  warnings: { message?: string }[];
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The id of a template by id or name. Throws `CommandRefused` with what there is. */
async function templateId(api: Api, named: string): Promise<string> {
  if (UUID.test(named)) return named;
  const { items = [] } = await api.json("GET", "/mapping-templates", { query: { per_page: 100 } });
  const templates: { id: string; name: string }[] = items;
  const found = templates.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found) return found.id;
  const names = templates.map(({ name }) => name);
  const meant = nearestOf(named, names, MISTYPED_MAX);
  const said = meant === undefined ? `there are: ${names.join(", ") || "none"}` : `did you mean "${meant}"?`;
  throw new CommandRefused(`There is no template "${named}" (${said})`, EXIT.usage);
}

/** What a file of `{"column": "field"}` says. Throws `CommandRefused`. */
function mappingIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new CommandRefused(`--mapping ${path}: ${reasonOf(error)}`, EXIT.noInput);
  }
}

async function upload({ api, given }: ClientCall, path: string) {
  const form = new FormData();
  form.set("file", await openFile(path));
  const { supplier, template, sheet } = given;
  if (typeof supplier === "string") form.set(UUID.test(supplier) ? "supplier_id" : "supplier_code", supplier);
  if (typeof template === "string") form.set("template_id", await templateId(api, template));
  if (typeof sheet === "string") form.set("sheet_name", sheet);
  return api.json("POST", "/imports/upload", { form });
}

const fieldText = (field: unknown): string => (typeof field === "string" ? field : JSON.stringify(field));

/** Each column with what it was recognised as, for who decides. */
function noteSuggestion(
  { note }: ClientCall,
  { columns: names, suggested_mapping: mapping, warnings }: Suggestion,
): void {
  const rows = names.map((name) => [name, name in mapping ? fieldText(mapping[name]) : "(nothing)"]);
  for (const line of columns([["column", "is taken for"], ...rows])) note(line);
  for (const { message } of warnings) if (message !== undefined) note(message);
}

async function dryRun(call: ClientCall, id: string): Promise<number> {
  const result = await call.api.json("POST", `/imports/${id}/dry-run`);
  call.show(result, DRY_FIELDS);
  if (call.given["json"] !== true) {
    for (const each of result.validation_errors)
      call.note(`row ${each.row_number}: ${each.field ?? "-"}: ${each.message}`);
    for (const { message } of result.warnings) call.note(message);
  }
  // Only looked at: it would wait for somebody for ever.
  await call.api.json("DELETE", `/imports/${id}`);
  return result.rows_with_errors > 0 ? EXIT.rowsFailed : 0;
}

/** Saves which column is which field where no template has said so. False: neither did the person. */
async function settleMapping(call: ClientCall, id: string, suggestion: Suggestion): Promise<boolean> {
  const { mapping, yes } = call.given;
  if (typeof mapping !== "string" && yes !== true) return false;
  const body =
    typeof mapping === "string"
      ? { column_mapping: mappingIn(mapping) }
      : { column_mapping: suggestion.suggested_mapping, computed_columns: suggestion.suggested_computed_columns };
  await call.api.json("POST", `/imports/${id}/save-mapping`, { body });
  return true;
}

async function run(call: ClientCall): Promise<number> {
  const { api, given, words, show, note } = call;
  const { id, status, data } = await upload(call, String(words[0]));
  const isMapped = status === "ready";
  if (!isMapped && given["json"] !== true) noteSuggestion(call, data.file_analysis);
  if (given["dryRun"] === true) {
    if (!isMapped && given["mapping"] !== undefined) await settleMapping(call, id, data.file_analysis);
    return dryRun(call, id);
  }
  if (!isMapped && !(await settleMapping(call, id, data.file_analysis))) {
    show({ id, status });
    note(`Nothing has changed. Say it again with --yes to take this mapping, with --mapping FILE, or with --template.`);
    return EXIT.refused;
  }
  const confirmed = typeof given["confirm"] === "string" ? given["confirm"].split(",") : [];
  const body = { confirm_warnings: true, confirmed_warnings: confirmed };
  const begun = await api.json("POST", `/imports/${id}/start-processing`, { body });
  if (given["watch"] !== true) {
    show(begun);
    return 0;
  }
  const ended = await followImport(api, id);
  show(ended, ENDED_FIELDS);
  if (ended.failed_rows > 0) note(`The failed rows: catalogd api GET /imports/${id}/failed-rows --to failed-rows.csv`);
  return exitOfImport(ended);
}

/** `catalogd import` */
export const IMPORT_COMMAND: ClientCommand = {
  usage: "import <file>",
  description: "Import a product file; ends with 65 when some rows have errors",
  options: [
    ["--supplier <code>", "Code or id of the supplier whose file it is"],
    ["--template <name>", "Name or id of the mapping template to read it with"],
    ["--mapping <file>", 'A JSON file that says which column is which field: {"Price": "price"}'],
    ["--yes", "Take the suggested mapping where no template fits"],
    ["--sheet <name>", "The sheet of a workbook"],
    ["--confirm <codes>", "Warnings about the outcome that are meant, comma-separated: no_prices,prices_jump"],
    ["--dry-run", "Say what would change, and change nothing"],
    ["--watch", "Show how far it is until it ends"],
  ],
  examples: [
    "catalogd import prices.xlsx --supplier ACME --dry-run",
    "catalogd import prices.xlsx --supplier ACME --template Acme --watch",
    "catalogd import products.csv --yes --watch --json",
  ],
  run,
};
