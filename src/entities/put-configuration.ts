import {
  type Configuration,
  clearDefault,
  findConfiguration,
  listConfigurations,
  putConfiguration,
} from "../../db/entities/configurations.ts";
import { findEntity } from "../../db/entities/entities.ts";
import { mutation, type Reader, type Tx } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { duplicateResource } from "../http/duplicate-resource.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { changedFields } from "./changed-fields.ts";
import { configurationBody } from "./entity-body.ts";
import type { ConfigurationInput } from "./schema.ts";

/** A configuration of this entity. Throws NOT_FOUND for either of the two. */
export async function findConfigurationOf(db: Reader, entityId: string, id: string): Promise<Configuration> {
  required(await findEntity(db, entityId), "entity", entityId);
  const configuration = await findConfiguration(db, id);
  return required(configuration?.entityId === entityId ? configuration : undefined, "configuration", id);
}

/** A configuration with the fields that a request gives; what is absent stays. */
const withFields = (configuration: Configuration, fields: ConfigurationInput): Configuration => ({
  ...configuration,
  code: fields.code?.trim() ?? configuration.code,
  name: fields.name?.trim() ?? configuration.name,
  language: fields.language === undefined ? configuration.language : fields.language,
  isDefault: fields.is_default ?? configuration.isDefault,
  isActive: fields.is_active ?? configuration.isActive,
});

/** Stores a configuration; a new default takes the place of the one before. Throws DUPLICATE_RESOURCE. */
async function store(tx: Tx, configuration: Configuration, wasDefault: boolean): Promise<void> {
  const { id, entityId, code, isDefault, updatedAtMs } = configuration;
  const holder = (await listConfigurations(tx, entityId)).find((each) => each.code === code);
  if (holder && holder.id !== id) throw duplicateResource("code", code, holder.id);
  if (isDefault && !wasDefault) await clearDefault(tx, { entityId, nowMs: updatedAtMs });
  await putConfiguration(tx, configuration);
}

/** Makes a configuration of an entity; its fields were checked. Throws NOT_FOUND and DUPLICATE_RESOURCE. */
export const createConfiguration = mutation(
  "entities.create-configuration",
  async (
    tx,
    { entityId, fields }: { entityId: string; fields: ConfigurationInput },
    context,
  ): Promise<Configuration> => {
    required(await findEntity(tx, entityId), "entity", entityId);
    const nowMs = context.now();
    const blank = {
      id: context.newId(),
      entityId,
      code: "",
      name: "",
      language: null,
      isDefault: false,
      isActive: true,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    };
    const configuration = withFields(blank, fields);
    await store(tx, configuration, false);
    await noteAudit(tx, context, {
      action: "configuration.created",
      resource: "configuration",
      resourceId: configuration.id,
      details: { entity_id: entityId, code: configuration.code, name: configuration.name },
    });
    return configuration;
  },
);

interface ConfigurationChange {
  entityId: string;
  id: string;
  fields: ConfigurationInput;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes the fields of a configuration that are given, which were checked; with nothing new nothing is written. Throws
 * NOT_FOUND, PRECONDITION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateConfiguration = mutation(
  "entities.update-configuration",
  async (tx, { entityId, id, fields, expected }: ConfigurationChange, context): Promise<Configuration> => {
    const before = await findConfigurationOf(tx, entityId, id);
    requireVersion(expected, before.version);
    const after = withFields(before, fields);
    const changed = changedFields(configurationBody(before), configurationBody(after));
    if (Object.keys(changed).length === 0) return before;
    const configuration = { ...after, updatedAtMs: context.now(), version: before.version + 1 };
    await store(tx, configuration, before.isDefault);
    await noteAudit(tx, context, {
      action: "configuration.changed",
      resource: "configuration",
      resourceId: id,
      details: { changed },
    });
    return configuration;
  },
);
