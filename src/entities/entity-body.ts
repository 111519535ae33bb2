import type { Configuration } from "../../db/entities/configurations.ts";
import type { Entity } from "../../db/entities/entities.ts";
import { isoOfMs } from "../text/instant.ts";

/** An entity as the API shows it. */
export const entityBody = (entity: Entity) => ({
  id: entity.id,
  code: entity.code,
  name: entity.name,
  type: entity.type,
  default_language: entity.defaultLanguage,
  price_channel: entity.priceChannel,
  is_active: entity.isActive,
  created_at: isoOfMs(entity.createdAtMs),
  updated_at: isoOfMs(entity.updatedAtMs),
});

/** A configuration as the API shows it. */
export const configurationBody = (configuration: Configuration) => ({
  id: configuration.id,
  entity_id: configuration.entityId,
  code: configuration.code,
  name: configuration.name,
  language: configuration.language,
  is_default: configuration.isDefault,
  is_active: configuration.isActive,
  created_at: isoOfMs(configuration.createdAtMs),
  updated_at: isoOfMs(configuration.updatedAtMs),
});
