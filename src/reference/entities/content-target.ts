import type { Reader } from "../../../db/ports.ts";
import { invalidParameter, required } from "../../http/output/errors.ts";
import { Configuration, type ConfigurationRow, listConfigurations } from "./configuration.ts";
import { Entity, type EntityRow } from "./entity.ts";

/** Whom texts are for. */
export interface ContentTarget {
  entity: EntityRow;
  /** `null`: the entity as a whole. */
  configuration: ConfigurationRow | null;
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
    return { entity: await Entity.require(db, entityId ?? ""), configuration: null };
  }
  const found = await Configuration.table.find(db, configurationId);
  const configuration = required(found, "configuration", configurationId);
  const entity = await Entity.require(db, entityId ?? Configuration.parentIdOf(configuration));
  if (entity.id === Configuration.parentIdOf(configuration)) return { entity, configuration };
  throw invalidParameter([{ field: "configuration_id", type: "invalid_value", key: "entities.not_its_configuration" }]);
}

/** The same for showing texts: an entity alone means its default configuration, if it has an active one. */
export async function findShownTarget(db: Reader, query: TargetQuery): Promise<ContentTarget | null> {
  const target = await findExactTarget(db, query);
  if (!target || target.configuration) return target;
  const [standard] = await listConfigurations(db, target.entity.id, { isDefault: true });
  return { ...target, configuration: standard?.is_active ? standard : null };
}
