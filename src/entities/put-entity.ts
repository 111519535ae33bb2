import { type Entity, findEntity, findEntityByCode, putEntity } from "../../db/entities/entities.ts";
import { mutation, type Reader } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { duplicateResource } from "../http/duplicate-resource.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { changedFields } from "./changed-fields.ts";
import { entityBody } from "./entity-body.ts";
import type { EntityInput } from "./schema.ts";

/** Throws DUPLICATE_RESOURCE when another entity has the code. */
async function refuseDuplicateCode(db: Reader, { id, code }: Entity): Promise<void> {
  const holder = await findEntityByCode(db, code);
  if (holder && holder.id !== id) throw duplicateResource("code", code, holder.id);
}

/** An entity with the fields that a request gives; what is absent stays. */
const withFields = (entity: Entity, fields: EntityInput): Entity => ({
  ...entity,
  code: fields.code?.trim() ?? entity.code,
  name: fields.name?.trim() ?? entity.name,
  type: fields.type ?? entity.type,
  defaultLanguage: fields.default_language === undefined ? entity.defaultLanguage : fields.default_language,
  priceChannel: fields.price_channel === undefined ? entity.priceChannel : fields.price_channel?.trim() || null,
  isActive: fields.is_active ?? entity.isActive,
});

/** Makes an entity; its fields were checked. Throws DUPLICATE_RESOURCE. */
export const createEntity = mutation(
  "entities.create",
  async (tx, { fields }: { fields: EntityInput }, context): Promise<Entity> => {
    const nowMs = context.now();
    const entity = withFields(
      {
        id: context.newId(),
        code: "",
        name: "",
        type: "channel",
        defaultLanguage: null,
        priceChannel: null,
        isActive: true,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: 1,
      },
      fields,
    );
    await refuseDuplicateCode(tx, entity);
    await putEntity(tx, entity);
    const details = { code: entity.code, name: entity.name };
    await noteAudit(tx, context, { action: "entity.created", resource: "entity", resourceId: entity.id, details });
    return entity;
  },
);

/**
 * Changes the fields of an entity that are given, which were checked; with nothing new nothing is written. Throws
 * NOT_FOUND, PRECONDITION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateEntity = mutation(
  "entities.update",
  async (
    tx,
    { id, fields, expected }: { id: string; fields: EntityInput; expected: string[] | null },
    context,
  ): Promise<Entity> => {
    const before = required(await findEntity(tx, id), "entity", id);
    requireVersion(expected, before.version);
    const after = withFields(before, fields);
    const changed = changedFields(entityBody(before), entityBody(after));
    if (Object.keys(changed).length === 0) return before;
    await refuseDuplicateCode(tx, after);
    const entity = { ...after, updatedAtMs: context.now(), version: before.version + 1 };
    await putEntity(tx, entity);
    const details = { changed };
    await noteAudit(tx, context, { action: "entity.changed", resource: "entity", resourceId: id, details });
    return entity;
  },
);
