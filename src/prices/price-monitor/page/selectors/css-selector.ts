import { type PageElement, type PageTree, spend } from "./page-tree.ts";

type Test = (element: PageElement) => boolean;
interface Part {
  tests: Test[];
  /** How it stands to the part before: within, directly in, right behind, behind. */
  combinator: " " | ">" | "+" | "~";
}

const NAME = /^(?:[\w-]|[^\p{ASCII}]|\\.)+/u;
const ATTRIBUTE = /^\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))\s*(i)?\s*)?\]/i;
const NTH = /^:nth-(child|of-type|last-child)\(\s*(odd|even|([+-]?\d*)n\s*([+-]\s*\d+)?|[+-]?\d+)\s*\)/i;
const PLAIN = /^:(first-child|last-child|only-child|first-of-type|last-of-type|empty)(?![\w-])/;
const plainName = (text: string) => text.replaceAll(/\\(.)/g, "$1");

const siblings = ({ parent }: PageElement) => parent?.elements ?? [];
const isLastOfName = (element: PageElement) =>
  siblings(element).findLast(({ name }) => name === element.name) === element;
const wordsOf = (text: string | undefined) => (text ?? "").split(/\s+/);

const VALUE_TESTS: Record<string, (actual: string, wanted: string) => boolean> = {
  "=": (actual, wanted) => actual === wanted,
  "~=": (actual, wanted) => wordsOf(actual).includes(wanted),
  "|=": (actual, wanted) => actual === wanted || actual.startsWith(`${wanted}-`),
  "^=": (actual, wanted) => wanted !== "" && actual.startsWith(wanted),
  "$=": (actual, wanted) => wanted !== "" && actual.endsWith(wanted),
  "*=": (actual, wanted) => wanted !== "" && actual.includes(wanted),
};

function attributeTest([, given = "", operator, double, single, bare, small]: RegExpExecArray): Test {
  const name = given.toLowerCase();
  const test = VALUE_TESTS[operator ?? ""];
  const fold = (text: string) => (small === undefined ? text : text.toLowerCase());
  const wanted = fold(double ?? single ?? bare ?? "");
  return ({ attributes }) => {
    const actual = attributes[name];
    return actual !== undefined && (test === undefined || test(fold(actual), wanted));
  };
}

const PLACES: Record<string, Test> = {
  "first-child": ({ at }) => at === 0,
  "last-child": (element) => siblings(element).at(-1) === element,
  "only-child": (element) => siblings(element).length === 1,
  "first-of-type": ({ atOfName }) => atOfName === 0,
  "last-of-type": isLastOfName,
  empty: ({ children }) => children.length === 0,
};

const NAMED_STEPS: Record<string, [step: number, start: number]> = { odd: [2, 1], even: [2, 0] };
const signed = (text: string) => (text === "" || text === "+" ? 1 : text === "-" ? -1 : Number(text));

function nthTest([, kind = "", formula = "", factor, rest]: RegExpExecArray): Test {
  const ofNumbers: [number, number] =
    factor === undefined ? [0, Number(formula)] : [signed(factor), Number((rest ?? "0").replaceAll(/\s/g, ""))];
  const [step, start] = NAMED_STEPS[formula.toLowerCase()] ?? ofNumbers;
  const placeOf: Record<string, (element: PageElement) => number> = {
    child: ({ at }) => at + 1,
    "of-type": ({ atOfName }) => atOfName + 1,
    "last-child": (element) => siblings(element).length - element.at,
  };
  return (element) => {
    const behind = (placeOf[kind.toLowerCase()]?.(element) ?? 0) - start;
    return step === 0 ? behind === 0 : behind % step === 0 && behind / step >= 0;
  };
}

/** Reads a selector from its beginning. */
class CssReader {
  rest: string;
  constructor(text: string) {
    this.rest = text;
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.rest) ?? undefined;
    if (found) this.rest = this.rest.slice(found[0].length);
    return found;
  }

  /** An id or a class; `undefined`: none is next. */
  named(): Test | undefined {
    const sign = this.take(/^[#.]/)?.[0];
    if (sign === undefined) return undefined;
    const name = this.take(NAME)?.[0];
    if (name === undefined) throw new SyntaxError("A name is missing");
    const wanted = plainName(name);
    return sign === "#"
      ? ({ attributes }) => attributes["id"] === wanted
      : ({ attributes }) => wordsOf(attributes["class"]).includes(wanted);
  }

  /** A condition that begins with a colon; `undefined`: none is next. */
  place(): Test | undefined {
    const nth = this.take(NTH);
    if (nth) return nthTest(nth);
    const place = this.take(PLAIN);
    if (place) return PLACES[place[1] ?? ""];
    if (!this.take(/^:not\(\s*/)) return undefined;
    const inner = this.compound();
    if (!this.take(/^\s*\)/)) throw new SyntaxError(":not has no end");
    return (element) => !inner.every((test) => test(element));
  }

  /** One condition of an element; `undefined`: none is next. */
  test(): Test | undefined {
    if (this.take(/^\*/)) return () => true;
    const attribute = this.take(ATTRIBUTE);
    if (attribute) return attributeTest(attribute);
    const other = this.named() ?? this.place();
    if (other) return other;
    const name = this.take(NAME)?.[0];
    if (name === undefined) return undefined;
    const wanted = plainName(name).toLowerCase();
    return (element) => element.name === wanted;
  }

  compound(): Test[] {
    const tests: Test[] = [];
    for (let test = this.test(); test; test = this.test()) tests.push(test);
    if (tests.length === 0) throw new SyntaxError(`Not understood: ${this.rest.slice(0, 40)}`);
    return tests;
  }

  parts(): Part[] {
    const parts: Part[] = [{ tests: this.compound(), combinator: " " }];
    for (;;) {
      const between = this.take(/^\s*([>+~])\s*|^\s+(?=[^\s,])/);
      if (!between) return parts;
      // The pattern has no other signs.
      const combinator = (between[1] ?? " ") as Part["combinator"];
      parts.push({ tests: this.compound(), combinator });
    }
  }
}

/** Whether an element, and what is around it, is as the first `count` parts say. */
function isMatch(element: PageElement, parts: readonly Part[], count: number): boolean {
  spend(element);
  const part = parts[count - 1];
  if (!part?.tests.every((test) => test(element))) return false;
  if (count === 1) return true;
  const before = candidates(element, part.combinator);
  return before.some((each) => isMatch(each, parts, count - 1));
}

function candidates(element: PageElement, combinator: Part["combinator"]): PageElement[] {
  if (combinator === " " || combinator === ">") {
    const around: PageElement[] = [];
    for (let each = element.parent; each && each.name !== ""; each = each.parent) {
      around.push(each);
      if (combinator === ">") break;
    }
    return around;
  }
  const earlier = siblings(element).slice(0, element.at);
  spend(element, earlier.length);
  return combinator === "+" ? earlier.slice(-1) : earlier;
}

/**
 * Makes of a CSS selector what finds elements. Types, ids, classes, attributes, `:nth-child` and its kind, `:not` of one
 * element, and all four combinators. Throws a SyntaxError for anything else.
 */
export function compileCss(selector: string): (tree: PageTree) => PageElement[] {
  const reader = new CssReader(selector.trim());
  const alternatives: Part[][] = [];
  do alternatives.push(reader.parts());
  while (reader.take(/^\s*,\s*/));
  if (reader.rest.trim() !== "") throw new SyntaxError(`Not understood: ${reader.rest.slice(0, 40)}`);
  return ({ elements }) =>
    elements.filter((element) => alternatives.some((parts) => isMatch(element, parts, parts.length)));
}
