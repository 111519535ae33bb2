import { Parser } from "htmlparser2";
import type { PageElement, PageTree } from "./page-tree.ts";

const DEPTH_MAX = 200;
const ELEMENTS_MAX = 100_000;
/** Looks at elements; a fraction of a second. */
const EFFORT = 5_000_000;

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
