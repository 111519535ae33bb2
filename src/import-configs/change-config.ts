import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { deleteSecret, deleteSecrets, listSecrets, putSecret, type SealedSecret } from "../../db/secrets/secrets.ts";
import { unknownReference } from "../http/input/fields.ts";
import { invalidBody, required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { supplierCodeOf } from "../imports/upload/create-import.ts";
import { Template } from "../mapping-templates/template.ts";
import type { Given } from "../resource/record.ts";
import { plan, unplan } from "../schedules/plan.ts";
import { timingProblems } from "../schedules/timing-fields.ts";
import { secretsWantedAgain } from "../secrets/secret-again.ts";
import { CONFIG_JOB, type ConfigRow, configSecrets, ImportConfig } from "./config.ts";
import { OF_FILES, takesSecret } from "./read-source.ts";

interface ConfigChange {
  id: string;
  fields: Given<typeof ImportConfig.fields>;
  /** What lets in, encrypted. `null`: what is stored stays. */
  secrets: SealedSecret[] | null;
}

async function check(tx: Tx, row: ConfigRow): Promise<void> {
  const problems = timingProblems(row);
  if (problems.length > 0) throw invalidBody(problems);
  await supplierCodeOf(tx, { supplierId: row.supplier_id, supplierCode: row.supplier_code });
  if (row.template_id !== null && !(await Template.table.find(tx, row.template_id)))
    throw unknownReference("template_id");
}

async function store(tx: Tx, row: ConfigRow, secrets: ConfigChange["secrets"], { now }: MutationContext) {
  const { id, is_active: isActive } = row;
  if (secrets) {
    await deleteSecrets(tx, configSecrets(id));
    for (const secret of secrets) await putSecret(tx, configSecrets(id), secret);
  }
  await plan(tx, { kind: CONFIG_JOB, ownerId: id, payload: { configId: id }, isActive }, row, now());
  return required(await ImportConfig.table.find(tx, id), "import_config", id);
}

/** What is stored stays, where the source does; what another kind of source does not take goes. */
async function keepSecrets(tx: Tx, before: ConfigRow, after: ConfigRow): Promise<void> {
  const place = configSecrets(after.id);
  const stored = (await listSecrets(tx, place)).map(({ field }) => field);
  const kept = stored.filter((field) => takesSecret(after.source_type, field)).map((field) => `source.${field}`);
  const problems = secretsWantedAgain({ before: before.source, after: after.source, beside: OF_FILES, kept });
  if (problems.length > 0) throw invalidBody(problems);
  for (const field of stored) if (!takesSecret(after.source_type, field)) await deleteSecret(tx, place, field);
}

/** Throws VALIDATION_FAILED for a schedule that cannot be, and for suppliers and templates that there are not. */
export const createConfig = mutation(
  "import-configs.create",
  async (tx, { id, fields, secrets }: ConfigChange, context) => {
    const row = ImportConfig.apply(ImportConfig.blank(id, context.now()), fields);
    await check(tx, row);
    await ImportConfig.table.insert(tx, [row]);
    return store(tx, row, secrets, context);
  },
);

/** Throws NOT_FOUND, PRECONDITION_FAILED, and what `createConfig` does. */
export const updateConfig = mutation(
  "import-configs.update",
  async (tx, { id, fields, secrets, expected }: ConfigChange & { expected: string[] | null }, context) => {
    const before = required(await ImportConfig.table.find(tx, id), "import_config", id);
    requireVersion(expected, before.version);
    const row = ImportConfig.apply(before, fields);
    if (secrets === null && ImportConfig.changed(before, row).length === 0) return before;
    await check(tx, row);
    if (secrets === null) await keepSecrets(tx, before, row);
    await ImportConfig.table.update(tx, [{ ...row, updated_at_ms: context.now() }]);
    return store(tx, row, secrets, context);
  },
);

/** Deletes a configuration and what lets it in; its imports stay. */
export const deleteConfig = mutation(
  "import-configs.delete",
  async (tx, { id, expected }: { id: string; expected: string[] | null }) => {
    requireVersion(expected, required(await ImportConfig.table.find(tx, id), "import_config", id).version);
    await unplan(tx, CONFIG_JOB, id);
    await deleteSecrets(tx, configSecrets(id));
    await ImportConfig.table.erase(tx, id);
    return { isDone: true };
  },
);
