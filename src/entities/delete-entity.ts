import { deleteConfiguration as eraseConfiguration } from "../../db/entities/configurations.ts";
import { deleteEntity as eraseEntity, findEntity } from "../../db/entities/entities.ts";
import { countMembers, deleteMembers, deleteScopedContent } from "../../db/entities/entity-parts.ts";
import { type Mutation, mutation, type Reader } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { ApiError, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { findConfigurationOf } from "./put-configuration.ts";

/** So many overlays or texts go in one transaction; other changes come in between. */
const STEP = 2_000;
const COUNTED_MAX = 1_000;

type Write = <Input, Result>(change: Mutation<Input, Result>, input: Input) => Promise<Result>;

interface EntityDeletion {
  id: string;
  /** Also when products are its members. */
  force: boolean;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

async function requireEmpty(db: Reader, id: string, force: boolean): Promise<void> {
  const members = force ? 0 : await countMembers(db, id, COUNTED_MAX);
  if (members === 0) return;
  throw new ApiError("INVALID_STATE", {
    key: "entities.has_members",
    details: { current_state: "has_members", action: "delete", allowed_actions: ["delete_with_force"], members },
    howToFix: "entities.delete_with_force",
  });
}

/**
 * Deletes an entity, with its configurations and what it says of products: a part at each call. Says whether it is gone.
 * Throws NOT_FOUND, PRECONDITION_FAILED, and INVALID_STATE when it has members and `force` is not set.
 */
export const deleteEntity = mutation(
  "entities.delete",
  async (tx, { id, force, expected }: EntityDeletion, context): Promise<{ isGone: boolean }> => {
    const entity = required(await findEntity(tx, id), "entity", id);
    requireVersion(expected, entity.version);
    await requireEmpty(tx, id, force);
    const members = await deleteMembers(tx, id, STEP);
    const texts = await deleteScopedContent(tx, "entity_id", id, STEP);
    if (members === STEP || texts === STEP) return { isGone: false };
    await eraseEntity(tx, id);
    const details = { code: entity.code, name: entity.name };
    await noteAudit(tx, context, { action: "entity.deleted", resource: "entity", resourceId: id, details });
    return { isGone: true };
  },
);

interface ConfigurationDeletion {
  entityId: string;
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/** Deletes a configuration with its texts, a part at each call. Says whether it is gone. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const deleteConfiguration = mutation(
  "entities.delete-configuration",
  async (tx, { entityId, id, expected }: ConfigurationDeletion, context): Promise<{ isGone: boolean }> => {
    const { version, code, name } = await findConfigurationOf(tx, entityId, id);
    requireVersion(expected, version);
    if ((await deleteScopedContent(tx, "configuration_id", id, STEP)) === STEP) return { isGone: false };
    await eraseConfiguration(tx, id);
    await noteAudit(tx, context, {
      action: "configuration.deleted",
      resource: "configuration",
      resourceId: id,
      details: { entity_id: entityId, code, name },
    });
    return { isGone: true };
  },
);

/** Repeats a deletion until all is gone. */
export async function deleteInSteps<Input>(
  write: Write,
  deletion: Mutation<Input, { isGone: boolean }>,
  input: Input,
): Promise<void> {
  let { isGone } = await write(deletion, input);
  while (!isGone) ({ isGone } = await write(deletion, input));
}
