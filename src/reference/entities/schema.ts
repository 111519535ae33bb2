import { Type } from "@sinclair/typebox";
import { idParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import type { ListSpec } from "../../kit/resource/list.ts";
import { Configuration } from "./configuration.ts";
import { ENTITY_TYPES } from "./entity.ts";

/** The parameters that restrict the list of entities. */
export const ENTITY_LIST: ListSpec = {
  filters: {
    type: oneOf(ENTITY_TYPES, { description: "Only this type." }),
    is_active: Type.Boolean({ description: "Filter by active or inactive." }),
  },
};

export const EntityDeletion = Type.Object({
  force: Type.Optional(
    Type.Boolean({ description: "Delete it even if it has products, including their overlays. Default false." }),
  ),
});

export const EntityParams = idParams({ entity_id: "entity" });
export const ConfigurationList = Type.Array(Configuration.Body);
