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
