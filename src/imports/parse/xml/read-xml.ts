import { escapedMarkup } from "../../../text/escaped.ts";
import type { FileSource } from "../file-source.ts";
import { decodeText, type TextEncoding } from "../text/decode-text.ts";
import { emptyObject, TEXT, type Tree, type TreeObject } from "../tree/tree.ts";
import type { TreeFormat } from "../tree/tree-rows.ts";
import { CategoryTree } from "./category-tree.ts";
import { openXml, type XmlEvents } from "./xml-events.ts";

/** How an XML file is read. */
export interface XmlFormat extends TextEncoding, TreeFormat {
  format: "xml";
  /** The elements from the outermost to that of a row. */
  path: string[];
}

interface Building {
  object: TreeObject;
  text: string;
  isPlain: boolean;
  /** What is within is the markup of a text, and how many of its elements are open; `undefined`: it is not. */
  markup: number | undefined;
}

/** ONIX says so of texts that are XHTML. */
const isMarkup = (attributes: Record<string, string>): boolean => attributes["textformat"] === "05";

/** Builds the elements at a path. */
class ElementsAt implements XmlEvents {
  found: TreeObject[] = [];
  readonly #path: readonly string[];
  /** How many of the open elements are those of the path, as long as all are. */
  #matched = 0;
  #depth = 0;
  readonly #building: Building[] = [];
  readonly #categories = new CategoryTree();

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#building.length === 0) {
      if (this.#matched === this.#depth && this.#path[this.#depth] === name) this.#matched++;
      this.#depth++;
      if (this.#matched < this.#path.length || this.#depth > this.#path.length) {
        this.#categories.open(name, attributes);
        return;
      }
    }
    const outer = this.#building.at(-1);
    if (outer?.markup !== undefined) {
      outer.text += `<${name}>`;
      outer.markup++;
      return;
    }
    const object = emptyObject();
    let isPlain = true;
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute.startsWith("xmlns")) continue;
      object[`@${attribute}`] = value;
      isPlain = false;
    }
    this.#building.push({ object, text: "", isPlain, markup: isMarkup(attributes) ? 0 : undefined });
  }

  text(found: string): void {
    const open = this.#building.at(-1);
    if (!open) this.#categories.text(found);
    else open.text += open.markup === undefined ? found : escapedMarkup(found);
  }

  close(name: string): void {
    const markup = this.#building.at(-1);
    if (markup?.markup) {
      markup.text += `</${name}>`;
      markup.markup--;
      return;
    }
    const ended = this.#building.pop();
    if (ended) {
      const parent = this.#building.at(-1);
      if (parent) {
        add(parent, name, treeOf(ended));
        return;
      }
      this.found.push(this.#withCategory(objectOf(ended)));
    } else this.#categories.close();
    this.#depth--;
    this.#matched = Math.min(this.#matched, this.#depth);
  }

  /** A product with the path of its category, where it names that by an id that the file explains. */
  #withCategory(object: TreeObject): TreeObject {
    if (Object.hasOwn(object, CATEGORY)) return object;
    for (const [name, value] of Object.entries(object)) {
      const id = Array.isArray(value) ? value[0] : value;
      const path = typeof id === "string" ? this.#categories.pathOf(name, id) : undefined;
      if (path !== undefined) object[CATEGORY] = path;
    }
    return object;
  }
}

/** What products are given that name their category by its id. */
const CATEGORY = "category";

function objectOf({ object, text }: Building): TreeObject {
  const own = text.trim();
  if (own !== "") object[TEXT] = own;
  return object;
}

const treeOf = (ended: Building): Tree => (ended.isPlain ? ended.text.trim() : objectOf(ended));

function add(parent: Building, name: string, value: Tree): void {
  parent.isPlain = false;
  const before = parent.object[name];
  if (before === undefined) parent.object[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent.object[name] = [before, value];
}

/** The elements that are rows, in their order; those of a piece of the file at a time. Throws FileUnreadable. */
export async function* readXml(source: FileSource, format: XmlFormat): AsyncGenerator<TreeObject[]> {
  const elements = new ElementsAt(format.path);
  const xml = openXml(source.name, elements);
  for await (const text of decodeText(source.read(), format)) {
    xml.write(text);
    yield elements.found;
    elements.found = [];
  }
  if (!source.mayBeCut) xml.end();
  yield elements.found;
}
