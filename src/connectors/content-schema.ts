import { Type } from "@sinclair/typebox";
import { LanguageCode } from "../exports/profiles/column.ts";
import { Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { SOURCES } from "./engine/fields.ts";
import { FieldRule } from "./engine/push/content-rules.ts";

/** What the options of a connector say of the content that is sent. */
export const CONTENT_OPTIONS = {
  field_map: Type.Optional(
    Type.Array(FieldRule, {
      maxItems: 100,
      description: "Own rules for fields of the platform, in place of those of its field map.",
      examples: [[{ target: "short_description", template: "{brand} {title}" }]],
    }),
  ),
  categories: Type.Optional(
    oneOf(["make", "mapped", "none"], {
      description:
        "Whether products are put into the platform's categories: those of the same name and place, which are made where they are missing; only those that are there; or none.",
      default: "make",
    }),
  ),
  push_fields: Type.Optional(
    Type.Array(oneOf(SOURCES), {
      maxItems: SOURCES.length,
      description:
        "Names of fields that pushes send; absent: all of the platform's field map. A new product always gets its name and SKU. `compare_at_price` goes with `price`; without it what a product costs is sent as its regular price.",
    }),
  ),
  language: Type.Optional({ ...LanguageCode, description: "Language of the texts; absent: the pivot language." }),
  languages: Type.Optional(
    Type.Array(LanguageCode, {
      maxItems: 50,
      description:
        "Further languages, for platforms that keep several; absent: those that the platform has and that are enabled here.",
    }),
  ),
  entity_id: Type.Optional({ ...Uuid, description: "Entity whose texts are sent, where it has its own." }),
};
