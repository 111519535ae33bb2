import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { deleteSecret, deleteSecrets, listSecrets, putSecret, type SealedSecret } from "../../../db/secrets/secrets.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import type { Given } from "../../kit/resource/record.ts";
import { folderPath, isFolder } from "../../remote-files/remote-folder.ts";
import { plan, unplan } from "../../schedules/schedule-plan.ts";
import { timingProblems } from "../../schedules/timing-fields.ts";
import { secretsWantedAgain } from "../../secrets/secret-again.ts";
import { headerOfSecret } from "../sources/source.ts";
import { Template } from "../templates/template.ts";
import { supplierCodeOf } from "../upload/create-import.ts";
import { type AfterFile, CONFIG_JOB, type ConfigRow, configSecrets, ImportConfig } from "./import-config.ts";
import { OF_FILES } from "./read-source.ts";

const PLACEHOLDERS = "{name}, {stem}, {extension}, {date}";

/** What cannot be done with files of such a source. */
function afterProblems({ source_type: type, after_success, after_failure }: ConfigRow): FieldProblem[] {
  const of = (field: string, after: AfterFile): FieldProblem[] => {
    if (after.action === "leave") return [];
    if (type === "url") return [{ field: `${field}.action`, type: "invalid_value", key: "import_configs.after_url" }];
    if (after.action === "move") return folderProblems(`${field}.folder`, after.folder);
    if (after.action === "delete") return [];
    if (type === "email")
      return [{ field: `${field}.action`, type: "invalid_value", key: "import_configs.after_mail" }];
    return nameProblems(`${field}.name`, after.name);
  };
  return [...of("after_success", after_success), ...of("after_failure", after_failure)];
}

function folderProblems(field: string, folder: string | undefined): FieldProblem[] {
  if (folder === undefined) return [{ field, type: "missing" }];
  const isOther = !["", "/", "./"].includes(folderPath(folder));
  return isOther && isFolder(folder) ? [] : [{ field, type: "invalid_value", key: "import_configs.after_folder" }];
}

function nameProblems(field: string, name: string | undefined): FieldProblem[] {
  if (name === undefined) return [{ field, type: "missing" }];
  const isName = isFolder(name) && !/[/\\]/.test(name) && /\{(?:name|stem)\}/.test(name) && name !== "{name}";
  if (isName) return [];
  return [{ field, type: "invalid_value", key: "import_configs.after_name", params: { placeholders: PLACEHOLDERS } }];
}

interface ConfigChange {
  id: string;
  fields: Given<typeof ImportConfig.fields>;
  /** What lets in, encrypted. `null`: what is stored stays. */
  secrets: SealedSecret[] | null;
}

/** The change of a stored one. */
interface ConfigUpdate extends Omit<ConfigChange, "secrets">, Conditional {
  /** What lets in that was sent, encrypted, and which of the stored secrets stay. `null`: the source was not sent. */
  secrets: { given: SealedSecret[]; stored: string[] } | null;
}

async function check(tx: Tx, row: ConfigRow): Promise<void> {
  const problems = [...timingProblems(row), ...afterProblems(row)];
  if (problems.length > 0) throw invalidBody(problems);
  await supplierCodeOf(tx, { supplierId: row.supplier_id, supplierCode: row.supplier_code });
  if (row.template_id !== null && !(await Template.table.find(tx, row.template_id)))
    throw unknownReference("template_id");
}

async function store(tx: Tx, row: ConfigRow, secrets: readonly SealedSecret[], { now }: MutationContext) {
  const { id, is_active: isActive } = row;
  for (const secret of secrets) await putSecret(tx, configSecrets(id), secret);
  await plan(tx, { kind: CONFIG_JOB, ownerId: id, payload: { configId: id }, isActive }, row, now());
  return await ImportConfig.require(tx, id);
}

/** Keeps the secrets that stay, which no other place may be sent, and forgets the others. */
async function moveSecrets(tx: Tx, before: ConfigRow, after: ConfigRow, unchanged: readonly string[]): Promise<void> {
  const place = configSecrets(after.id);
  const stored = (await listSecrets(tx, place)).map(({ field }) => field);
  const staying = stored.filter((field) => unchanged.includes(field));
  const shown = staying.map((field) => {
    const header = headerOfSecret(field);
    return header === undefined ? `source.${field}` : `source.headers.${header}`;
  });
  const problems = secretsWantedAgain({
    before: before.source,
    after: after.source,
    beside: OF_FILES,
    unchanged: shown,
  });
  if (problems.length > 0) throw invalidBody(problems);
  for (const field of stored) if (!staying.includes(field)) await deleteSecret(tx, place, field);
}

/** Throws VALIDATION_FAILED for an impossible schedule, and for unknown suppliers and templates. */
export const createConfig = mutation(
  "import-configs.create",
  async (tx, { id, fields, secrets }: ConfigChange, context) => {
    const row = ImportConfig.apply(ImportConfig.blank(id, context.now()), fields);
    await check(tx, row);
    await ImportConfig.table.insert(tx, [row]);
    return store(tx, row, secrets ?? [], context);
  },
);

/** Throws NOT_FOUND, PRECONDITION_FAILED, and what `createConfig` does. */
export const updateConfig = mutation(
  "import-configs.update",
  async (tx, { id, fields, secrets, expected }: ConfigUpdate, context) => {
    const before = await ImportConfig.require(tx, id);
    requireVersion(expected, before.version);
    const row = ImportConfig.apply(before, fields);
    if (secrets === null && ImportConfig.changed(before, row).length === 0) return before;
    await check(tx, row);
    if (secrets !== null) await moveSecrets(tx, before, row, secrets.stored);
    await ImportConfig.table.update(tx, [{ ...row, updated_at_ms: context.now() }]);
    return store(tx, row, secrets?.given ?? [], context);
  },
);

/** Deletes a configuration and what lets it in; its imports stay. */
export const deleteConfig = mutation(
  "import-configs.delete",
  async (tx, { id, expected }: { id: string; expected: string[] | null }) => {
    requireVersion(expected, (await ImportConfig.require(tx, id)).version);
    await unplan(tx, CONFIG_JOB, id);
    await deleteSecrets(tx, configSecrets(id));
    await ImportConfig.table.erase(tx, id);
    return { isDone: true };
  },
);
