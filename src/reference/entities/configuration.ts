import { clearDefault, deleteScopedContent } from "../../../db/entities/entity-parts.ts";
import type { Reader } from "../../../db/ports.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { flagField, optionalText } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { Entity } from "./entity.ts";
import { codeField, Language, nameField } from "./fields.ts";

/** One way to show the products of an entity: a storefront, a catalogue. */
export const Configuration = record({
  table: "entity_configuration",
  noun: "configuration",
  parent: "entity",
  fields: {
    code: codeField("Unique in the entity."),
    name: nameField(),
    language: optionalText(Language, {
      shown: Language,
      description: "Language used before that of the entity; null: none.",
      normalize: (language) => language,
    }),
    is_default: flagField(false, "Used when no configuration is given. Default false."),
    is_active: flagField(true, "Default true."),
  },
});

export type ConfigurationRow = ReturnType<typeof Configuration.blank>;

/** The configurations of an entity, oldest first; `isDefault`: only the one that is used where none is named. */
export const listConfigurations = (db: Reader, entityId: string, { isDefault = false } = {}) =>
  Configuration.table.listAll(db, conditionsOf({ entity_id: entityId, is_default: isDefault || undefined }));

/** The number of texts in one transaction; other changes come in between. */
const STEP = 2_000;

/** A new default takes the place of the one before; a deleted configuration takes its texts along, a part at a time. */
export const configurationChanges = changesOf("configurations", Configuration, {
  requireParent: Entity.require,
  unique: { field: "code", column: "code" },
  check: async (tx, row, before) => {
    if (!row.is_default || before?.is_default) return;
    await clearDefault(tx, { entityId: Configuration.parentIdOf(row), nowMs: row.updated_at_ms });
  },
  empty: async (tx, { id }) => (await deleteScopedContent(tx, "configuration_id", id, STEP)) < STEP,
  audit: {
    created: "configuration.created",
    changed: "configuration.changed",
    deleted: "configuration.deleted",
    details: (row) => ({ entity_id: Configuration.parentIdOf(row), code: row.code, name: row.name }),
  },
});
