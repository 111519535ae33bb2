import type { TSchema } from "@sinclair/typebox";
import { invalidBody } from "../output/errors.ts";

/** How deep a body may be nested: deeper is no data, but an attempt to exhaust the stack of the code that walks it. */
export const DEPTH_MAX = 64;
/** How many values a body may hold: a thousand products of two hundred fields. */
const VALUES_MAX = 200_000;

/** How long the outermost lists of a body may be. */
export interface BodyShape {
  /** When the body is a list itself. */
  root: number;
  /** By field. */
  fields: ReadonlyMap<string, number>;
}

const itemsMax = (schema: TSchema): number =>
  schema["type"] === "array" ? Number(schema["maxItems"] ?? VALUES_MAX) : VALUES_MAX;

/** What a schema says of the outermost lists. */
export function bodyShapeOf(schema: TSchema | undefined): BodyShape {
  const properties = Object.entries((schema?.["properties"] ?? {}) as Record<string, TSchema>);
  return {
    root: schema ? itemsMax(schema) : VALUES_MAX,
    fields: new Map(properties.map(([name, property]) => [name, itemsMax(property)])),
  };
}

export const tooDeep = () =>
  invalidBody([{ field: "body", type: "json_invalid", key: "validation.json_depth", params: { limit: DEPTH_MAX } }]);
const tooMany = (limit: number) =>
  invalidBody([{ field: "body", type: "too_long", key: "validation.json_values", params: { limit } }]);
const tooLong = (field: string, limit: number) =>
  invalidBody([{ field, type: "too_long", key: "validation.most_items", params: { limit } }]);

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Where the string that opens at `start` ends: the place of its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** What was seen of a text so far. */
class Survey {
  readonly #shape: BodyShape;
  #depth = 0;
  #values = 1;
  /** The last string of the outermost object: before a list it is the name of its field. */
  #name = "";
  /** The outermost list that is open: how deep its items are, how many they may be, and how many there are. */
  #listDepth = -1;
  #listMax = 0;
  #items = 0;

  constructor(shape: BodyShape) {
    this.#shape = shape;
  }

  /** `read` gives the string. */
  string(read: () => string): void {
    if (this.#depth === 1) this.#name = read();
  }

  comma(): void {
    this.#addValue();
    if (this.#depth !== this.#listDepth) return;
    if (++this.#items >= this.#listMax) throw tooLong(this.#listDepth === 1 ? "body" : this.#name, this.#listMax);
  }

  open(isList: boolean): void {
    this.#addValue();
    const isOutermost = this.#depth === 0 || (this.#depth === 1 && this.#listDepth === -1);
    if (++this.#depth > DEPTH_MAX) throw tooDeep();
    if (!isList || !isOutermost) return;
    this.#listDepth = this.#depth;
    this.#listMax = this.#depth === 1 ? this.#shape.root : (this.#shape.fields.get(this.#name) ?? VALUES_MAX);
    this.#items = 0;
  }

  close(): void {
    this.#depth--;
    if (this.#depth < this.#listDepth) this.#listDepth = -1;
  }

  #addValue(): void {
    if (++this.#values > VALUES_MAX) throw tooMany(VALUES_MAX);
  }
}

/**
 * Looks through the text of a large body before anything is made of it: `[{},{},…]` of 10 MiB is three million objects.
 * Throws VALIDATION_FAILED for an outermost list that is too long, for too many values and for too deep a nesting. What is
 * no JSON is left to the parser.
 */
export function surveyJson(text: string, shape: BodyShape): void {
  const survey = new Survey(shape);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at + 1;
      const end = endOfString(text, at);
      survey.string(() => text.slice(start, end));
      at = end;
    } else if (code === COMMA) survey.comma();
    else if (code === OPEN_LIST || code === OPEN_OBJECT) survey.open(code === OPEN_LIST);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) survey.close();
  }
}
