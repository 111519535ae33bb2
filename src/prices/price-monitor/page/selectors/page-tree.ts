import { Parser } from "htmlparser2";

/** An element of a page. */
export interface PageElement {
  /** In small letters. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** `null`: the page itself, which has no name. */
  parent: PageElement | null;
  children: (PageElement | string)[];
  /** Those of its children that are elements. */
  elements: PageElement[];
  /** Its place among the elements of its parent, from 0, and among those of its name. */
  at: number;
  atOfName: number;
  /** Its place on the page. */
  order: number;
  /** What may still be looked at, of the whole page. */
  effort: { left: number };
}

/** A page as its elements. */
export interface PageTree {
  root: PageElement;
  /** In the order of the page. */
  elements: readonly PageElement[];
}

/** A selector that looks at more than a page can have. */
export class SelectorTooCostly extends Error {
  override readonly name = "SelectorTooCostly";
}

const DEPTH_MAX = 200;
const ELEMENTS_MAX = 100_000;
/** Looks at elements; a fraction of a second. */
const EFFORT = 5_000_000;

export const isElement = (node: PageElement | string): node is PageElement => typeof node !== "string";

/** Counts looks at elements. Throws SelectorTooCostly. */
export function spend({ effort }: PageElement, count = 1): void {
  effort.left -= count;
  if (effort.left < 0) throw new SelectorTooCostly();
}

/** The text of an element and what is in it, its blanks as one. */
export function textIn(element: PageElement): string {
  const parts: string[] = [];
  const walk = (within: PageElement) => {
    spend(within, within.children.length + 1);
    for (const child of within.children) {
      if (isElement(child)) walk(child);
      else parts.push(child);
    }
  };
  walk(element);
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}

/** Reads a page as its elements; of what is nested too deeply, or too much, the first. */
export function readPageTree(html: string): PageTree {
  const effort = { left: EFFORT };
  const place = { at: 0, atOfName: 0, order: -1, parent: null, effort };
  const root: PageElement = { name: "", attributes: {}, ...place, children: [], elements: [] };
  const elements: PageElement[] = [];
  const open: { element: PageElement; names: Map<string, number> }[] = [{ element: root, names: new Map() }];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const around = open.at(-1);
        const parent = around?.element ?? root;
        const atOfName = around?.names.get(name) ?? 0;
        const here = { at: parent.elements.length, atOfName, order: elements.length, parent, effort };
        const element: PageElement = { name, attributes, ...here, children: [], elements: [] };
        if (open.length < DEPTH_MAX && elements.length < ELEMENTS_MAX) {
          around?.names.set(name, atOfName + 1);
          parent.children.push(element);
          parent.elements.push(element);
          elements.push(element);
        }
        open.push({ element, names: new Map() });
      },
      ontext: (text) => void open.at(-1)?.element.children.push(text),
      onclosetag: () => void (open.length > 1 && open.pop()),
    },
    { lowerCaseTags: true },
  );
  parser.end(html);
  return { root, elements };
}
