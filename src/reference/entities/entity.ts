import { Type } from "@sinclair/typebox";
import { countMembers, deleteMembers, deleteScopedContent } from "../../../db/entities/entity-parts.ts";
import type { Reader } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import { choiceField, flagField, optionalText } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { VIEW } from "../../products/policies.ts";
import { codeField, Language, nameField } from "./fields.ts";

export const ENTITY_TYPES = ["channel", "subsidiary"] as const;

const Channel = Type.String({ maxLength: 50 });

/** Where products are sold under texts of their own: a channel, a subsidiary. */
export const Entity = record({
  table: "entity",
  noun: "entity",
  fields: {
    code: codeField("Unique."),
    name: nameField(),
    type: choiceField(ENTITY_TYPES, "channel", "Default channel."),
    default_language: optionalText(Language, {
      shown: Language,
      description: "Default language of the entity; null: the pivot language.",
      normalize: (language) => language,
    }),
    price_channel: optionalText(Channel, {
      shown: Channel,
      description: "Channel of its price lists; null: the code of the entity.",
    }),
    is_active: flagField(true, "Default true."),
  },
});

export type EntityRow = ReturnType<typeof Entity.blank>;

/** An entity of the tenant; the id may come in any case. Throws NOT_FOUND. */
/** Every active entity of the tenant, oldest first. */
export const listActiveEntities = (db: Reader) => Entity.table.listAll(db, conditionsOf({ is_active: true }));

/** The number of overlays or texts in one transaction; other changes come in between. */
const STEP = 2_000;
const COUNTED_MAX = 1_000;

/** Throws INVALID_STATE when products are members of it. */
async function requireEmpty(db: Reader, id: string): Promise<void> {
  const members = await countMembers(db, id, COUNTED_MAX);
  if (members === 0) return;
  throw new ApiError("INVALID_STATE", {
    key: "entities.has_members",
    details: { current_state: "has_members", action: "delete", allowed_actions: ["delete_with_force"], members },
    howToFix: "entities.delete_with_force",
  });
}

/** An entity that is deleted takes its configurations and what it says of products along, a part at a time. */
export const entityChanges = changesOf("entities", Entity, {
  unique: { field: "code", column: "code" },
  empty: async (tx, { id }, { force }: { force: boolean }) => {
    if (!force) await requireEmpty(tx, id);
    const members = await deleteMembers(tx, id, STEP);
    const texts = await deleteScopedContent(tx, "entity_id", id, STEP);
    return members < STEP && texts < STEP;
  },
  audit: {
    created: "entity.created",
    changed: "entity.changed",
    deleted: "entity.deleted",
    details: ({ code, name }) => ({ code, name }),
  },
});

/** For answers that name entities. */
export const entitiesById = rowsById(Entity, VIEW);
