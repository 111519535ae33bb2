import { SelectorTooCostly } from "./page-tree.ts";

type Step = (value: unknown) => unknown[];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const childrenOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);
const member =
  (name: string): Step =>
  (value) =>
    isObject(value) && !Array.isArray(value) && Object.hasOwn(value, name) ? [value[name]] : [];
const item =
  (at: number): Step =>
  (value) =>
    Array.isArray(value) ? value.slice(at, at === -1 ? undefined : at + 1) : [];
const DEPTH_MAX = 100;
const VALUES_MAX = 1_000_000;

function within(value: unknown, depth = 0): unknown[] {
  return depth > DEPTH_MAX ? [] : [value, ...childrenOf(value).flatMap((each) => within(each, depth + 1))];
}

const NEXT =
  /^(?:(\.\.)?(?:\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\.?(\*)|\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+)|(\*))\s*\]))/u;
const plain = (text: string) => text.replaceAll(/\\(.)/g, "$1");

/** What a part of a path does, by the groups of its pattern. */
function stepOf([, , name, star, double, single, at, any]: RegExpExecArray): Step {
  if (star !== undefined || any !== undefined) return childrenOf;
  return at === undefined ? member(name ?? plain(double ?? single ?? "")) : item(Number(at));
}

/**
 * Makes of a JSON path (RFC 9535) what finds values: names, positions, `*` and `..`, no filters. Throws a SyntaxError for
 * anything else.
 */
export function compileJsonPath(text: string): (value: unknown) => unknown[] {
  const steps: Step[] = [];
  let rest = text.trim();
  if (!rest.startsWith("$")) throw new SyntaxError("A JSON path begins with $");
  for (rest = rest.slice(1); rest !== ""; ) {
    const found = NEXT.exec(rest);
    if (!found) throw new SyntaxError(`Not understood: ${rest.slice(0, 40)}`);
    if (found[1] !== undefined) steps.push((value) => within(value));
    steps.push(stepOf(found));
    rest = rest.slice(found[0].length);
  }
  return (value) =>
    steps.reduce(
      (values, step) => {
        const next = values.flatMap(step);
        if (next.length > VALUES_MAX) throw new SelectorTooCostly();
        return next;
      },
      [value],
    );
}
