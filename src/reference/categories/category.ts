import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { NUMBER, TEXT } from "../../../db/table.ts";
import { Uuid } from "../../http/input/fields.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import {
  flagField,
  htmlField,
  numberField,
  optionalText,
  shownField,
  slugField,
  textField,
} from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { VIEW } from "../../products/policies.ts";
import { nameKey } from "../../text/name-key.ts";

/** Levels of the tree, the root's among them. */
export const DEPTH_MAX = 10;
/** Between the names of a path. */
export const SEPARATOR = " > ";

/** The form in which paths are compared: the keys of their names. */
export const keyOf = (names: readonly string[]): string => names.map(nameKey).join(SEPARATOR);

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[^>]*[^>\\s][^>]*$",
  description: 'Unique among its siblings, ignoring case and accents. Must not contain ">", the path separator.',
});
const SortOrder = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: "Position among its siblings.",
});
const Level = Type.Integer({ minimum: 0, description: "0 at the root." });
const Path = Type.String({ examples: ["Home > Chairs"], description: "Names from the root to the category." });

/** A place in the tree that products are sorted into. */
export const Category = record({
  table: "category",
  noun: "category",
  fields: {
    name: textField(Name, { example: "Chairs" }),
    slug: slugField({ shown: Type.String({ examples: ["chairs"], description: "Unique among its siblings." }) }),
    description: htmlField(),
    parent_id: optionalText(Uuid, {
      shown: Uuid,
      description: "Parent category; null for a root category.",
    }),
    level: shownField(Level, NUMBER, 0),
    path: shownField(Path, TEXT, ""),
    sort_order: numberField(SortOrder, 0, Type.Integer()),
    is_active: flagField(true),
  },
  derived: { name_key: TEXT, path_key: TEXT },
  derive: ({ name, path }) => ({ name_key: nameKey(name), path_key: keyOf(path.split(SEPARATOR)) }),
  counts: "Number of products directly in it that are not deleted.",
});

export type CategoryRow = ReturnType<typeof Category.blank>;

/** Every category: parents before their children, siblings by sort order and name. */
export async function listTree(db: Reader) {
  const named = await Category.table.listAll(db, [], "name_key");
  return named.toSorted((one, other) => one.level - other.level || one.sort_order - other.sort_order);
}

/** For answers that name categories. */
export const categoriesById = rowsById(Category, VIEW);
