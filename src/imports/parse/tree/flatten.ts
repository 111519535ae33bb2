import { joinList } from "../../../text/list-text.ts";
import { markedMember, pairOf, withUnits } from "./member-names.ts";
import { isOwnExport, isRelated, isWhole } from "./own-export.ts";
import { isObject, isScalar, type Scalar, scalarText, TEXT, type Tree, type TreeObject } from "./tree.ts";

/** Takes in the value at a path; one path may come several times. */
export type Put = (path: string, text: string, isFraction: boolean) => void;

const isFraction = (value: Scalar): boolean => typeof value === "number" && !Number.isInteger(value);

/**
 * Lists what is in an object by dotted paths: `price.amount`, `price.@currency`. Lists of values become one text; of lists
 * of objects each path comes once for each. The member at `left`, a path, is left out.
 */
export function flatten(
  tree: TreeObject,
  put: Put,
  { left, prefix = "" }: { left?: string; prefix?: string } = {},
): void {
  const isOurs = prefix === "" && isOwnExport(tree);
  for (const [name, member] of Object.entries(tree)) {
    if (isOurs && isRelated(name)) continue;
    if (prefix === "" && isWhole(name, member, isOurs)) put(name, JSON.stringify(member), false);
    else flattenMember(name === TEXT ? prefix : prefix + name, member, put, left);
  }
}

function flattenMember(path: string, tree: Tree, put: Put, left: string | undefined): void {
  if (path === left) return;
  if (isScalar(tree)) {
    if (tree !== null) put(path, scalarText(tree), isFraction(tree));
  } else if (!Array.isArray(tree)) flattenObject(path, tree, put, left);
  else if (tree.every(isScalar)) putList(path, tree, put);
  else for (const element of tree) flattenMember(path, element, put, left);
}

function flattenObject(path: string, object: TreeObject, put: Put, left: string | undefined): void {
  const pair = pairOf(object);
  if (pair) {
    flattenMember(`${path}.${pair.name}`, pair.value, put, left);
    return;
  }
  const at = path.lastIndexOf(".") + 1;
  const { name, tree } = markedMember(path.slice(at), withUnits(object));
  const marked = path.slice(0, at) + name;
  for (const [member, value] of Object.entries(isObject(tree) ? tree : object)) {
    flattenMember(member === TEXT ? marked : `${marked}.${member}`, value, put, left);
  }
}

function putList(path: string, values: readonly Scalar[], put: Put): void {
  const texts = values.filter((value) => value !== null).map(scalarText);
  if (texts.length > 0) put(path, joinList(texts), texts.length === 1 && values.some(isFraction));
}
