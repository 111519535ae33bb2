import { classifyEan } from "../../map/values/ean-of-cell.ts";
import { readHeader } from "../header/read-header.ts";
import { SURE_SCORE, scoresOf } from "../header/score-header.ts";
import { flatten } from "./flatten.ts";
import { isOwnExport } from "./own-export.ts";
import { isObject, type Tree, type TreeObject } from "./tree.ts";
import { elementsAt } from "./tree-rows.ts";

const EAN_SHARE = 0.8;
const DEPTH_MAX = 4;

/** The paths of members to objects that some of the records have several of. */
function repeatedPaths(trees: readonly TreeObject[]): string[][] {
  const found = new Map<string, string[]>();
  const walkList = (list: Tree[], path: string[]): void => {
    const isRepeated = list.filter(isObject).length > 1;
    if (isRepeated) found.set(path.join("."), path);
    for (const element of list) if (isObject(element)) walk(element, path);
  };
  const walk = (tree: TreeObject, path: string[]): void => {
    if (path.length === DEPTH_MAX) return;
    for (const [name, member] of Object.entries(tree)) {
      const inner = [...path, name];
      if (Array.isArray(member)) walkList(member, inner);
      else if (isObject(member)) walk(member, inner);
    }
  };
  // The variants in an export of ours are parts of its products.
  for (const tree of trees) if (!isOwnExport(tree)) walk(tree, []);
  return [...found.values()];
}

/** The texts of some objects, by path. */
function textsOf(trees: readonly TreeObject[], left?: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const tree of trees) {
    flatten(
      tree,
      (path, text) => {
        const known = texts.get(path);
        if (known) known.push(text);
        else texts.set(path, [text]);
      },
      left === undefined ? {} : { left },
    );
  }
  return texts;
}

/** What the fields of some objects are: by their names, and codes by their values. */
function targetsIn(texts: ReadonlyMap<string, string[]>): Set<string> {
  const targets = new Set<string>();
  for (const [path, values] of texts) {
    const filled = values.filter((value) => value.trim() !== "");
    const eans = filled.filter((value) => "ean" in classifyEan(value)).length;
    if (filled.length > 0 && eans >= filled.length * EAN_SHARE) targets.add("ean");
    const { texts: names } = readHeader(path.slice(path.lastIndexOf(".") + 1));
    for (const [target, score] of scoresOf(names)) if (score >= SURE_SCORE) targets.add(target);
  }
  return targets;
}

/** What says of which kind a code is. */
const KIND_OF_CODE = /(?:type|format|kind|scheme|qualifier|typename)$/i;

/** Whether objects hold codes and of which kind they are, and nothing of a product: one product may have several codes. */
const areCodesAlone = (texts: ReadonlyMap<string, string[]>): boolean =>
  [...texts.keys()].filter((path) => !KIND_OF_CODE.test(path)).length <= 1;

/**
 * Finds the objects within records that are the rows: those with the code, where the record itself has none. `null` when
 * the records are the rows.
 */
export function findSplit(trees: readonly TreeObject[]): string[] | null {
  const fits = repeatedPaths(trees).filter((path) => {
    const texts = textsOf(trees.flatMap((tree) => elementsAt(tree, path)));
    if (areCodesAlone(texts)) return false;
    const inner = targetsIn(texts);
    const outer = targetsIn(textsOf(trees, path.join(".")));
    if (outer.has("ean")) return false;
    return inner.has("ean") || (inner.has("sku") && inner.has("price") && !outer.has("sku"));
  });
  return fits[0] ?? null;
}
