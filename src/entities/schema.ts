import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { ENTITY_TYPES } from "../../db/entities/entities.ts";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, PageQuery } from "../http/page.ts";

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] });
const Code = (description: string) =>
  Type.String({ minLength: 1, maxLength: 50, pattern: "\\S", description, examples: ["web-fr"] });
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", examples: ["Web shop, France"] });
/** Which of them are languages is checked by `requireLanguages`. */
const Language = Type.String({ minLength: 2, maxLength: 2, examples: ["fr"] });

const EntityFields = Type.Object({
  code: Code("Unique."),
  name: Name,
  type: oneOf(ENTITY_TYPES, { description: "Default channel." }),
  default_language: orNull(Language, "Language of what it says otherwise of a product; null: the pivot language."),
  price_channel: orNull(Type.String({ maxLength: 50 }), "Channel of its price lists; null: its code."),
  is_active: Type.Boolean({ description: "Default true." }),
});

export const EntityUpdate = Type.Partial(EntityFields);
export const EntityCreate = Type.Object({
  ...EntityUpdate.properties,
  code: EntityFields.properties.code,
  name: EntityFields.properties.name,
});
export type EntityInput = Static<typeof EntityUpdate>;

export const EntityBody = Type.Object({
  id: Uuid,
  ...EntityFields.properties,
  created_at: Time,
  updated_at: Time,
});
export const EntityPage = metaPageOf(EntityBody);

export const EntityQuery = Type.Object({
  ...PageQuery.properties,
  type: Type.Optional(oneOf(ENTITY_TYPES, { description: "Only this type." })),
  is_active: Type.Optional(Type.Boolean({ description: "Only active ones, or only the others." })),
});

export const EntityDeletion = Type.Object({
  force: Type.Optional(
    Type.Boolean({ description: "Also when products are its members: what it says of them goes too. Default false." }),
  ),
});

const ConfigurationFields = Type.Object({
  code: Code("Unique in the entity."),
  name: Name,
  language: orNull(Language, "The language it asks for before that of its entity; null: none."),
  is_default: Type.Boolean({ description: "Stands for the entity where no configuration is named. Default false." }),
  is_active: Type.Boolean({ description: "Default true." }),
});

export const ConfigurationUpdate = Type.Partial(ConfigurationFields);
export const ConfigurationCreate = Type.Object({
  ...ConfigurationUpdate.properties,
  code: ConfigurationFields.properties.code,
  name: ConfigurationFields.properties.name,
});
export type ConfigurationInput = Static<typeof ConfigurationUpdate>;

export const ConfigurationBody = Type.Object({
  id: Uuid,
  entity_id: Uuid,
  ...ConfigurationFields.properties,
  created_at: Time,
  updated_at: Time,
});
export const ConfigurationList = Type.Array(ConfigurationBody);

export const EntityParams = Type.Object({
  entity_id: Type.String({ format: "uuid", description: "Id of the entity." }),
});
export const ConfigurationParams = Type.Object({
  ...EntityParams.properties,
  configuration_id: Type.String({ format: "uuid", description: "Id of the configuration." }),
});
