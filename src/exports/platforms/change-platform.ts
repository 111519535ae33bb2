import { skipOpenItems } from "../../../db/export-platforms/items.ts";
import { listSchedulesOf } from "../../../db/export-schedules/runs.ts";
import { mutation, type Tx } from "../../../db/ports.ts";
import { deleteSecrets, putSecret } from "../../../db/secrets/secrets.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import type { Given } from "../../kit/resource/record.ts";
import { unplan } from "../../schedules/schedule-plan.ts";
import type { Sealed } from "../../secrets/secret-box.ts";
import { ExportProfile } from "../profiles/profile.ts";
import { ExportJobs, OPEN_JOBS } from "./export-job.ts";
import { CANCELLED } from "./item-errors.ts";
import { CONFIG_FIELD, Platform, type PlatformRow, placeOf } from "./platform.ts";

/** A new or changed platform. Its configuration comes sealed; `undefined`: it stays. */
export interface PlatformChange {
  id: string;
  fields: Given<(typeof Platform)["fields"]>;
  sealed: Sealed | undefined;
}

/** What an active platform lacks. */
const problemsOf = ({ is_active, missing }: PlatformRow): FieldProblem[] =>
  is_active
    ? missing.map((name) => ({
        field: `config.${name}`,
        type: "missing",
        ...(name === "passive" && { type: "invalid_value", key: "export_platforms.passive" }),
      }))
    : [];

function requireComplete(row: PlatformRow): void {
  const problems = problemsOf(row);
  if (problems.length > 0) throw invalidBody(problems);
}

/** Throws VALIDATION_FAILED for a profile that does not exist. */
async function requireProfile(tx: Tx, { profile_id: id }: PlatformRow): Promise<void> {
  if (id !== null && !(await ExportProfile.table.find(tx, id))) throw unknownReference("profile_id");
}

/**
 * Makes a platform. Throws VALIDATION_FAILED for an active one that lacks something, and for a profile that does not exist.
 */
export const createPlatform = mutation(
  "export-platforms.create",
  async (tx, { id, fields, sealed }: PlatformChange, context): Promise<PlatformRow> => {
    const row = Platform.apply(Platform.blank(id, context.now()), fields);
    requireComplete(row);
    await requireProfile(tx, row);
    const [stored = row] = await Platform.table.insert(tx, [row]);
    if (sealed) await putSecret(tx, placeOf(id), { field: CONFIG_FIELD, ...sealed, hint: null });
    await noteAudit(tx, context, "export_platform.created", id, { name: row.name, platform_type: row.platform_type });
    return stored;
  },
);

/** Changes the fields that are sent. Throws NOT_FOUND, PRECONDITION_FAILED and VALIDATION_FAILED as above. */
export const updatePlatform = mutation(
  "export-platforms.update",
  async (
    tx,
    { id, fields, sealed, expected }: PlatformChange & { expected: string[] | null },
    context,
  ): Promise<PlatformRow> => {
    const before = await Platform.require(tx, id);
    requireVersion(expected, before.version);
    const wanted = Platform.apply(before, fields);
    const changed = Platform.changed(before, wanted);
    if (changed.length === 0 && !sealed) return before;
    requireComplete(wanted);
    if (changed.includes("profile_id")) await requireProfile(tx, wanted);
    const [after = wanted] = await Platform.table.update(tx, [{ ...wanted, updated_at_ms: context.now() }]);
    if (sealed) await putSecret(tx, placeOf(id), { field: CONFIG_FIELD, ...sealed, hint: null });
    await noteAudit(tx, context, "export_platform.changed", id, {
      name: after.name,
      changed: sealed ? [...changed, CONFIG_FIELD] : changed,
    });
    return after;
  },
);

/** Deletes a platform with its secrets; its open jobs are cancelled, and all jobs stay. */
export const deletePlatform = mutation(
  "export-platforms.delete",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, context): Promise<void> => {
    const { name, version } = await Platform.require(tx, id);
    requireVersion(expected, version);
    for (const scheduleId of await listSchedulesOf(tx, id)) await unplan(tx, "export-schedules.run", scheduleId);
    await skipOpenItems(tx, { platformId: id, error: CANCELLED });
    const cancelled = { status: "cancelled", completedAtMs: context.now() } as const;
    await ExportJobs.table.set(tx, { platformId: id, ...OPEN_JOBS }, cancelled);
    await deleteSecrets(tx, placeOf(id));
    await Platform.table.erase(tx, id);
    await noteAudit(tx, context, "export_platform.deleted", id, { name });
  },
);
