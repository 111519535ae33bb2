import { SaxesParser } from "saxes";

/** An element with its children and its text. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** Reads a document that is well formed, names of name spaces included; throws for any other. */
export function readXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    const element = { name, attributes: Object.fromEntries(values), text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const current = open.at(-1);
    if (current) current.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  const [first] = root.children;
  if (!first) throw new Error("An empty document");
  return first;
}

/** All elements of that name, everywhere. */
export const allOf = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => allOf(child, name)),
];

/** The texts of the children by their names; several of one name are a list. */
export function textsOf(element: Element): Record<string, string | string[]> {
  const names = Map.groupBy(element.children, ({ name }) => name);
  return Object.fromEntries(
    [...names].map(([name, each]) => [name, each.length === 1 ? (each[0]?.text ?? "") : each.map(({ text }) => text)]),
  );
}
