import { isElement, type PageElement, type PageTree, spend, textIn } from "./page-tree.ts";

/** What a path leads to: elements, or texts and values of attributes. */
type Found = PageElement | string;
type Axis = "child" | "descendant" | "self" | "parent" | "following-sibling" | "preceding-sibling" | "ancestor";
type Predicate = (element: PageElement, place: number, count: number) => boolean;
type Value = (element: PageElement) => string | undefined;
interface Step {
  axis: Axis;
  /** `*`: any. */
  name: string;
  predicates: Predicate[];
}
interface Path {
  steps: Step[];
  /** What is taken of the elements at the end. */
  end: { kind: "element" | "text" } | { kind: "attribute"; name: string };
}

const AXES: Record<Axis, (element: PageElement) => PageElement[]> = {
  child: ({ elements }) => elements,
  descendant: (element) => {
    const found: PageElement[] = [];
    const walk = (within: PageElement) => {
      spend(within, within.elements.length + 1);
      for (const each of within.elements) {
        found.push(each);
        walk(each);
      }
    };
    walk(element);
    return found;
  },
  self: (element) => [element],
  parent: ({ parent }) => (parent ? [parent] : []),
  ancestor: ({ parent }) => (parent ? [parent, ...AXES.ancestor(parent)] : []),
  "following-sibling": (element) => around(element).slice(element.at + 1),
  "preceding-sibling": (element) => around(element).slice(0, element.at).toReversed(),
};
const around = ({ parent }: PageElement) => parent?.elements ?? [];
const NAMED_AXIS = /^(child|descendant|self|parent|ancestor|following-sibling|preceding-sibling)::/;
const NAME = /^(?:\*|[A-Za-z_][\w-]*)/;
const TEXT = /^"([^"]*)"|^'([^']*)'/;
const OPERATOR = /^\s*(!=|=|<=|>=|<|>)\s*/;

const ownText = ({ children }: PageElement) => children.filter((child) => !isElement(child)).join("");

/** Reads a path from its beginning. */
class XpathReader {
  rest: string;
  constructor(text: string) {
    this.rest = text;
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.rest) ?? undefined;
    if (found) this.rest = this.rest.slice(found[0].length);
    return found;
  }

  need(pattern: RegExp): RegExpExecArray {
    const found = this.take(pattern);
    if (!found) throw new SyntaxError(`Not understood: ${this.rest.slice(0, 40)}`);
    return found;
  }

  literal(): string {
    const found = this.need(TEXT);
    return found[1] ?? found[2] ?? "";
  }

  /** A value of an element: an attribute, its text, or a child's. */
  value(): Value {
    if (this.take(/^normalize-space\(\s*/)) {
      const inner = this.rest.startsWith(")") ? undefined : this.value();
      this.need(/^\s*\)/);
      return (element) => (inner ? inner(element)?.replaceAll(/\s+/g, " ").trim() : textIn(element));
    }
    const attribute = this.take(/^@([\w:-]+)/);
    if (attribute) return ({ attributes }) => attributes[(attribute[1] ?? "").toLowerCase()];
    if (this.take(/^text\(\)/)) return ownText;
    if (this.take(/^\.(?![./])/)) return textIn;
    const path = this.path(false);
    return (element) => {
      const [first] = follow(path, [element]);
      return first === undefined || typeof first === "string" ? first : textIn(first);
    };
  }

  /** One condition without `and` and `or`. */
  condition(): Predicate {
    if (this.take(/^not\(\s*/)) {
      const inner = this.either();
      this.need(/^\s*\)/);
      return (element, place, count) => !inner(element, place, count);
    }
    const called = this.take(/^(contains|starts-with)\(\s*/);
    if (called) {
      const of = this.value();
      this.need(/^\s*,\s*/);
      const wanted = this.literal();
      this.need(/^\s*\)/);
      const isContained = called[1] === "contains";
      return (element) => {
        const actual = of(element) ?? "";
        return isContained ? actual.includes(wanted) : actual.startsWith(wanted);
      };
    }
    const number = this.take(/^(?:position\(\)\s*=\s*)?(\d+)(?=\s*(?:\]|and|or|\)))/);
    if (number) return (_, place) => place === Number(number[1]);
    const last = this.take(/^last\(\)(?:\s*-\s*(\d+))?/);
    if (last) return (_, place, count) => place === count - Number(last[1] ?? 0);
    const of = this.value();
    const operator = this.take(OPERATOR)?.[1];
    if (operator === undefined) return (element) => of(element) !== undefined;
    if (operator !== "=" && operator !== "!=") throw new SyntaxError(`Not understood: ${operator}`);
    const wanted = this.literal();
    return (element) => {
      const actual = of(element);
      return actual !== undefined && (actual === wanted) === (operator === "=");
    };
  }

  either(): Predicate {
    const all: Predicate[][] = [[this.condition()]];
    for (let word = this.take(/^\s+(and|or)\s+/); word; word = this.take(/^\s+(and|or)\s+/)) {
      if (word[1] === "or") all.push([this.condition()]);
      else all.at(-1)?.push(this.condition());
    }
    return (...at) => all.some((every) => every.every((test) => test(...at)));
  }

  predicates(): Predicate[] {
    const found: Predicate[] = [];
    while (this.take(/^\s*\[\s*/)) {
      found.push(this.either());
      this.need(/^\s*\]/);
    }
    return found;
  }

  step(isDeep: boolean): Step {
    if (this.take(/^\.\./)) return { axis: "parent", name: "*", predicates: [] };
    if (this.take(/^\./)) return { axis: "self", name: "*", predicates: [] };
    // One of the axes, by the pattern.
    const axis = (this.take(NAMED_AXIS)?.[1] ?? (isDeep ? "descendant" : "child")) as Axis;
    const name = (this.need(NAME)[0] ?? "*").toLowerCase();
    return { axis, name, predicates: this.predicates() };
  }

  /** An attribute or `text()` at the end of a path; `undefined`: a step is next. */
  end(): Path["end"] | undefined {
    const name = this.take(/^@([\w:-]+)/)?.[1];
    if (name !== undefined) return { kind: "attribute", name: name.toLowerCase() };
    return this.take(/^text\(\)/) ? { kind: "text" } : undefined;
  }

  path(isAbsolute: boolean): Path {
    const steps: Step[] = [];
    const lead = isAbsolute ? this.need(/^\/{1,2}/)[0] : (this.take(/^\.?\/\//)?.[0] ?? "");
    for (let between: string | undefined = lead; between !== undefined; between = this.take(/^\/{1,2}/)?.[0]) {
      const isDeep = between.endsWith("//");
      const end = this.end();
      if (end && isDeep) steps.push({ axis: "descendant", name: "*", predicates: [] });
      if (end) return { steps, end };
      steps.push(this.step(isDeep));
    }
    return { steps, end: { kind: "element" } };
  }
}

/** What a step leads to from one element: positions count from there, as with `//li[1]` from each parent. */
function stepFrom(element: PageElement, { axis, name, predicates }: Step): PageElement[] {
  spend(element);
  const named = (each: PageElement) => each.name !== "" && (name === "*" || each.name === name);
  const reached = AXES[axis](element).filter(named);
  spend(element, reached.length);
  const groups = axis === "descendant" ? [...Map.groupBy(reached, ({ parent }) => parent).values()] : [reached];
  return groups.flatMap((group) =>
    predicates.reduce((left, predicate) => left.filter((each, at) => predicate(each, at + 1, left.length)), group),
  );
}

function follow({ steps, end }: Path, from: readonly PageElement[]): Found[] {
  let found = [...from];
  for (const step of steps) {
    const reached = new Set(found.flatMap((element) => stepFrom(element, step)));
    found = [...reached].toSorted((one, other) => one.order - other.order);
  }
  if (end.kind === "element") return found;
  if (end.kind === "attribute") return found.flatMap(({ attributes }) => attributes[end.name] ?? []);
  return found.flatMap((element) => element.children.filter((child) => !isElement(child) && child.trim() !== ""));
}

/**
 * Makes of an XPath what finds elements and texts: paths of names, `*`, `@attribute`, `text()`, `..` and the usual axes, with
 * positions, comparisons, `contains`, `starts-with`, `normalize-space`, `not`, `and` and `or`. Throws a SyntaxError for
 * anything else.
 */
export function compileXpath(text: string): (tree: PageTree) => Found[] {
  const paths: Path[] = [];
  const reader = new XpathReader(text.trim());
  do paths.push(reader.path(true));
  while (reader.take(/^\s*\|\s*/));
  if (reader.rest.trim() !== "") throw new SyntaxError(`Not understood: ${reader.rest.slice(0, 40)}`);
  return ({ root }) => paths.flatMap((path) => follow(path, [root]));
}
