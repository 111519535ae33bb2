import { RELATED_NAMES } from "../../../../db/exports/related.ts";
import { isScalar, type Tree, type TreeObject } from "./tree.ts";

/** Fields of which our exports speak and hardly anybody else: one that has all fields, and one with what belongs to each product. */
const MARKS: readonly (readonly string[])[] = [["completeness_grade"], ["content_variants", "relations"]];

/** Whether a record is a product of our own JSON export. */
export const isOwnExport = (record: TreeObject): boolean =>
  MARKS.some((names) => names.every((name) => Object.hasOwn(record, name)));

/** Elements that describe something else than the product: its variants, and what they are called, are not it. */
export const isRelated = (name: string): boolean => RELATED_NAMES.some((each) => each === name);

const OBJECTS = /^(?:technical_specs|compatibility)$/;
const ATTRIBUTES = /^attributes(?:_[a-z]{2})?$/;

/** Whether a member is one value, an object or a list of any values, and so one column. */
export const isWhole = (name: string, member: Tree, isOurs: boolean): boolean =>
  !isScalar(member) && (OBJECTS.test(name) || (isOurs && ATTRIBUTES.test(name)));
