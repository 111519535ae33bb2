import { compile, type Options } from "css-select";
import { parse, type Selector } from "css-what";
import { isElement, type PageElement, type PageTree, spend, textIn } from "./page-tree.ts";

type Node = PageElement | string;

/** Has the library go through our elements. Each look of it is counted: a page costs a fraction of a second at most. */
const OPTIONS: Options<Node, PageElement> = {
  adapter: {
    isTag: (node): node is PageElement => isElement(node) && node.name !== "",
    getName: (element) => {
      spend(element);
      return element.name;
    },
    getAttributeValue: (element, name) => {
      spend(element);
      return element.attributes[name];
    },
    hasAttrib: (element, name) => {
      spend(element);
      return Object.hasOwn(element.attributes, name);
    },
    getChildren: (node) => {
      if (!isElement(node)) return [];
      spend(node, node.children.length + 1);
      return node.children;
    },
    getParent: (node) => (isElement(node) ? node.parent : null),
    getSiblings: (node) => {
      if (!isElement(node)) return [node];
      const siblings = node.parent?.children ?? [node];
      spend(node, siblings.length);
      return siblings;
    },
    prevElementSibling: (node) => {
      if (!isElement(node)) return null;
      spend(node);
      return node.parent?.elements[node.at - 1] ?? null;
    },
    getText: (node) => (isElement(node) ? textIn(node) : node),
    removeSubsets: (nodes) => nodes,
  },
};

const COMBINATORS: ReadonlySet<string> = new Set([
  "child",
  "parent",
  "sibling",
  "adjacent",
  "descendant",
  "column-combinator",
]);
/** What is true of no element of a page that is not shown. */
const OF_A_VIEWER: ReadonlySet<string> = new Set(["hover", "active", "visited"]);

function requireWhole(selectors: readonly (readonly Selector[])[]): void {
  if (selectors.length === 0) throw new SyntaxError("A selector is missing");
  for (const parts of selectors) {
    const last = parts.at(-1);
    if (!last || COMBINATORS.has(last.type)) throw new SyntaxError("An element is missing at the end");
    const strange = parts.find((part) => part.type === "pseudo" && OF_A_VIEWER.has(part.name));
    if (strange && "name" in strange) throw new SyntaxError(`Not understood: :${strange.name}`);
  }
}

/** Makes of a CSS selector what finds elements. Throws a SyntaxError for what css-select does not know. */
export function compileCss(selector: string): (tree: PageTree) => PageElement[] {
  try {
    requireWhole(parse(selector));
    const isMatch = compile<Node, PageElement>(selector, OPTIONS);
    return ({ elements }) =>
      elements.filter((element) => {
        spend(element);
        return isMatch(element);
      });
  } catch (error) {
    throw error instanceof SyntaxError
      ? error
      : new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}
