import { type Configuration, findConfiguration, findDefaultConfiguration } from "../../db/entities/configurations.ts";
import { type Entity, findEntity } from "../../db/entities/entities.ts";
import type { Reader } from "../../db/ports.ts";
import { invalidParameter, required } from "../http/errors.ts";

/** Whom texts are for. */
export interface ContentTarget {
  entity: Entity;
  /** `null`: the entity as a whole. */
  configuration: Configuration | null;
}

/** The query parameters that name a target. */
export interface TargetQuery {
  entity_id?: string | undefined;
  configuration_id?: string | undefined;
}

/**
 * The target that a query names, without guessing a configuration; `null` when it names none: texts are then for all
 * entities. Throws NOT_FOUND, and INVALID_PARAMETER for a configuration of another entity.
 */
export async function findExactTarget(db: Reader, query: TargetQuery): Promise<ContentTarget | null> {
  const { entity_id: entityId, configuration_id: configurationId } = query;
  if (entityId === undefined && configurationId === undefined) return null;
  if (configurationId === undefined) {
    return { entity: await requireEntity(db, entityId ?? ""), configuration: null };
  }
  const found = await findConfiguration(db, configurationId.toLowerCase());
  const configuration = required(found, "configuration", configurationId);
  const entity = await requireEntity(db, entityId ?? configuration.entityId);
  if (entity.id === configuration.entityId) return { entity, configuration };
  throw invalidParameter([{ field: "configuration_id", type: "invalid_value", key: "entities.not_its_configuration" }]);
}

/** The same for showing texts: an entity alone stands for its default configuration, if it has an active one. */
export async function findShownTarget(db: Reader, query: TargetQuery): Promise<ContentTarget | null> {
  const target = await findExactTarget(db, query);
  if (!target || target.configuration) return target;
  const standard = await findDefaultConfiguration(db, target.entity.id);
  return { ...target, configuration: standard?.isActive ? standard : null };
}

/** An entity of the tenant; the id may come in any case. Throws NOT_FOUND. */
export const requireEntity = async (db: Reader, id: string): Promise<Entity> =>
  required(await findEntity(db, id.toLowerCase()), "entity", id);
