import { Parser } from "htmlparser2";

/** An item of a page in the words of schema.org, as JSON-LD writes it: `{"@type": …, property: value or values}`. */
export type Item = Readonly<Record<string, unknown>>;

/** What the code of a page says of what it shows. */
export interface PageData {
  /** What each JSON-LD block holds. */
  blocks: unknown[];
  /** The outermost items of microdata and RDFa. */
  items: Item[];
  /** By property or name in lower case, the first of each: Open Graph and its kind. */
  metas: ReadonlyMap<string, string>;
}

const BLOCK_MAX = 1_000_000;
const TEXT_MAX = 1_000;
const DEPTH_MAX = 40;
const NESTED_MAX = 2_000;
const CHUNK = 16_384;
/** Where an element says its value, other than as its text. Source: the HTML standard, microdata. */
const VALUES = ["content", "href", "src", "datetime", "value"];

type OpenItem = Record<string, unknown>;
interface OpenElement {
  /** The item that it began. */
  item: OpenItem | undefined;
  /** The properties whose text it collects, of the item around it. */
  names: string[];
  of: OpenItem | undefined;
  text: string;
}

function addTo(item: OpenItem, names: readonly string[], value: unknown): void {
  for (const name of names) {
    const before = item[name];
    item[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
}

const wordsOf = (text: string | undefined) => (text ?? "").split(/\s+/).filter((word) => word !== "");

/** What an element says of an item, in microdata or RDFa; those of one are no words of the other. */
interface Said {
  /** The types of the item that it begins. */
  types: string[] | undefined;
  /** Which properties of the item around it it is. */
  names: string[];
}

/** `schema:price` and `http://schema.org/price` are `price`. */
const plainName = (name: string) => name.split(/[/#:]/).at(-1) ?? "";

/** The types that an attribute names; `undefined` without the attribute. */
const typesIn = (text: string | undefined) => (text === undefined ? undefined : wordsOf(text));

function saidIn(attributes: Readonly<Record<string, string>>, isRdfa: boolean): Said {
  if (isRdfa) {
    const names = wordsOf(attributes["property"] ?? attributes["rel"]).map(plainName);
    return { types: typesIn(attributes["typeof"]), names };
  }
  const types = typesIn("itemscope" in attributes ? (attributes["itemtype"] ?? "") : undefined);
  return { types, names: wordsOf(attributes["itemprop"]) };
}

/** The items of microdata and RDFa, while the elements of a page go by. */
class Microdata {
  readonly items: OpenItem[] = [];
  readonly #open: OpenElement[] = [];
  readonly #around: { item: OpenItem; isRdfa: boolean }[] = [];

  get depth(): number {
    return this.#open.length;
  }

  begin(attributes: Readonly<Record<string, string>>): void {
    const around = this.#around.at(-1);
    const of = around?.item;
    // Links have a `rel` of their own: of RDFa it is only where the element begins an item.
    const isRdfa = "typeof" in attributes || (around?.isRdfa === true && "property" in attributes);
    const { types, names } = saidIn(attributes, isRdfa);
    const isScope = types !== undefined && this.#around.length < DEPTH_MAX;
    const item = isScope ? this.#beginItem(types, of, names) : undefined;
    if (item) this.#around.push({ item, isRdfa });
    const isNamed = !item && of !== undefined && names.length > 0;
    const said = VALUES.map((name) => attributes[name]).find((value) => value !== undefined);
    if (isNamed && said !== undefined) addTo(of, names, said.slice(0, TEXT_MAX));
    this.#open.push({ item, names: isNamed && said === undefined ? names : [], of, text: "" });
  }

  #beginItem(types: readonly string[], of: OpenItem | undefined, names: readonly string[]): OpenItem {
    // Names of others' making never reach what an object has by itself.
    const item: OpenItem = Object.create(null);
    item["@type"] = types;
    if (of && names.length > 0) addTo(of, names, item);
    else this.items.push(item);
    return item;
  }

  hear(text: string): void {
    for (const element of this.#open.slice(-DEPTH_MAX)) {
      if (element.names.length > 0 && element.text.length < TEXT_MAX) element.text += text.slice(0, TEXT_MAX);
    }
  }

  end(): void {
    const element = this.#open.pop();
    if (element?.item) this.#around.pop();
    if (element?.of) addTo(element.of, element.names, element.text.trim());
  }
}

const AROUND = ["<![CDATA[", "]]>", "<!--", "-->"];

/** A block as JSON, as it is or without the marks that some shops put around it. */
function readBlock(text: string): unknown {
  const bare = AROUND.reduce((rest, mark) => rest.replaceAll(mark, ""), text);
  const from = bare.search(/[[{]/);
  const to = Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]"));
  try {
    // Line ends inside of strings are no JSON, and the usual fault of shops.
    return JSON.parse(bare.slice(from, to + 1).replaceAll(/[\r\n\t]+/g, " "));
  } catch {
    return undefined;
  }
}

/** Reads the code of a page in one pass. */
export function readPageData(html: string): PageData {
  const blocks: unknown[] = [];
  const metas = new Map<string, string>();
  const microdata = new Microdata();
  let block: string | undefined;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "script") block = attributes["type"]?.toLowerCase().includes("ld+json") ? "" : undefined;
      if (name === "meta") {
        const said = (attributes["property"] ?? attributes["name"])?.toLowerCase();
        const content = attributes["content"]?.trim();
        if (said && content && !metas.has(said)) metas.set(said, content.slice(0, TEXT_MAX));
      }
      microdata.begin(attributes);
    },
    ontext: (text) => {
      if (block === undefined) microdata.hear(text);
      else if (block.length < BLOCK_MAX) block += text;
    },
    onclosetag: (name) => {
      if (name === "script" && block !== undefined) {
        const read = readBlock(block);
        if (read !== undefined) blocks.push(read);
        block = undefined;
      }
      microdata.end();
    },
  });
  // A page of elements in elements in elements costs more than it says: it is read as far as it is one.
  for (let from = 0; from < html.length && microdata.depth < NESTED_MAX; from += CHUNK) {
    parser.write(html.slice(from, from + CHUNK));
  }
  if (microdata.depth < NESTED_MAX) parser.end();
  return { blocks, items: microdata.items, metas };
}
